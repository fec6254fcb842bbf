import { FORMATS, TAILLE_MAX_PIECE } from '@releve/contract/document/document.schema.ts'
import { textesZoneDepot } from './zoneDepot.textes.ts'

/** What may be dropped: the formats of documents, those of imports, and models. */
const FORMATS_DEPOT = {
  ...FORMATS,
  CSV: { typeMime: 'text/csv', extensions: ['csv'] },
  JSON: { typeMime: 'application/json', extensions: ['json'] },
  XML: { typeMime: 'application/xml', extensions: ['xml'] },
} as const
export type FormatDepot = keyof typeof FORMATS_DEPOT

/** What the browser is told of the formats: types, and the extensions for who knows no type. */
export function accepteDe(formats: readonly FormatDepot[]): Record<string, string[]> {
  return Object.fromEntries(
    formats.map((format) => {
      const { typeMime, extensions } = FORMATS_DEPOT[format]
      return [typeMime, extensions.map((extension) => `.${extension}`)]
    }),
  )
}

export type Refus = { errors: readonly { code: string }[] }

/** The one sentence that says why nothing was taken; the first reason that one can act upon. */
export function phraseRefus(refuses: readonly Refus[], formats: readonly FormatDepot[]): string {
  const { refus } = textesZoneDepot
  const codes = new Set(refuses.flatMap(({ errors }) => errors.map(({ code }) => code)))
  if (codes.has('file-invalid-type')) return refus.format(formats)
  if (codes.has('file-too-large')) return refus.tropGrand
  return codes.has('file-too-small') ? refus.vide : refus.illisible
}

/** Limits of one file, in bytes. */
export const BORNES = { minSize: 1, maxSize: TAILLE_MAX_PIECE }
