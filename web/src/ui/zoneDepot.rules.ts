import { FORMATS, TAILLE_MAX_PIECE } from '@releve/contract/document/document.schema.ts'
import { formatTaille, textesZoneDepot } from './zoneDepot.textes.ts'

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

export type Refus = { file?: { name: string }; errors: readonly { code: string }[] }

/** What a spreadsheet program opens, and can save as a workbook that is taken. */
const AUTRES_TABLEURS = /\.(?:ods|ots|fods|xls|xlt|xlsm|xlsb|numbers)$/i
const seConvertit = ({ file }: Refus) => file !== undefined && AUTRES_TABLEURS.test(file.name)

/** The one sentence that says why nothing was taken; the first reason that one can act upon. */
export function phraseRefus(refuses: readonly Refus[], formats: readonly FormatDepot[]): string {
  const { refus } = textesZoneDepot
  const codes = new Set(refuses.flatMap(({ errors }) => errors.map(({ code }) => code)))
  if (codes.has('file-invalid-type')) {
    const autres = formats.includes('XLSX') && refuses.some(seConvertit)
    return autres ? refus.autreTableur : refus.format(formats)
  }
  if (codes.has('file-too-large')) return refus.tropGrand
  return codes.has('file-too-small') ? refus.vide : refus.illisible
}

/** Limits of one file, in bytes. */
export const BORNES = { minSize: 1, maxSize: TAILLE_MAX_PIECE }

/** Of several files together: how many, and bytes, since they are held until they are sent. */
export const PLUSIEURS = { fichiers: 50, octets: 50_000_000 }

type FichiersVenus = {
  acceptes: readonly File[]
  refuses: readonly (Refus & { file: { name: string } })[]
  formats: readonly FormatDepot[]
}

/** What the zone holds once files came, and what is said of those that it does not take. */
export type FichiersTenus = { fichiers: File[]; dit: string }

/** For one file: of several, nobody asked for the first. */
export function recevoirUn(
  tenus: readonly File[],
  { acceptes, refuses, formats }: FichiersVenus,
): FichiersTenus {
  const [seul] = acceptes
  const plusieurs = acceptes.length + refuses.length > 1
  if (seul && !plusieurs) return { fichiers: [seul], dit: '' }
  const dit = plusieurs ? textesZoneDepot.refus.plusieurs : phraseRefus(refuses, formats)
  return { fichiers: [...tenus], dit }
}

export const octetsDe = (fichiers: readonly File[]) =>
  fichiers.reduce((total, { size }) => total + size, 0)

/** For several: those that come are added; one takes the place of that of its name. */
export function recevoirPlusieurs(
  tenus: readonly File[],
  { acceptes, refuses, formats }: FichiersVenus,
): FichiersTenus {
  const { refus } = textesZoneDepot
  const parNom = new Map([...tenus, ...acceptes].map((fichier) => [fichier.name, fichier]))
  const fichiers = [...parNom.values()]
  const laisser = (dit: string) => ({ fichiers: [...tenus], dit })
  if (fichiers.length > PLUSIEURS.fichiers) return laisser(refus.tropNombreux(PLUSIEURS.fichiers))
  if (octetsDe(fichiers) > PLUSIEURS.octets)
    return laisser(refus.tropLourds(formatTaille(PLUSIEURS.octets)))
  const noms = refuses.map(({ file }) => file.name)
  const dit = refuses.length > 0 ? refus.laisses(noms, phraseRefus(refuses, formats)) : ''
  return { fichiers, dit }
}
