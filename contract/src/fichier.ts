import { z } from 'zod'

/** Types of the files that we write. */
export const TYPES_MIME = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  ods: 'application/vnd.oasis.opendocument.spreadsheet',
  pdf: 'application/pdf',
  json: 'application/json',
  ndjson: 'application/x-ndjson',
  parquet: 'application/vnd.apache.parquet',
} as const

/** Bytes, for OpenAPI 3.1. */
const BINAIRE = { type: 'string', format: 'binary', contentMediaType: 'application/octet-stream' }

function estFichier(valeur: unknown): boolean {
  return (
    typeof valeur === 'object' &&
    valeur !== null &&
    'contenu' in valeur &&
    valeur.contenu instanceof Uint8Array
  )
}

const estEcrit = (valeur: unknown): boolean =>
  typeof valeur === 'object' && valeur !== null && 'morceaux' in valeur

/** A file as it arrives: its name and type are the sender's word, its bytes are whole. */
export type FichierRecu = { nom: string; typeMime: string; contenu: Uint8Array }

/** The field `fichier` of a `multipart` body. */
export const zFichierRecu = z.custom<FichierRecu>(estFichier).meta(BINAIRE)

/** A file as a call sends it. */
export type Fichier = {
  contenu: Uint8Array
  /** Any text; its header keeps the accents, with an ASCII name beside for old programs. */
  nom: string
  typeMime: string
  /** `attachment` unless told: to be kept, not shown in place. */
  disposition?: 'attachment' | 'inline'
  /**
   * `immuable`: anyone may keep it for a year. `publique`: for five minutes, from any site, then by its
   * `etag`. Nobody keeps it unless told.
   */
  cache?: 'immuable' | 'publique'
  /** What says that the file is the same as before. */
  etag?: string
}

/** A file sent as it is made: none of it is held. What fails on the way cuts it short. */
export type FichierEcrit = Omit<Fichier, 'contenu' | 'cache'> & {
  morceaux: AsyncIterable<Uint8Array>
  /**
   * Of a list: how many lines it holds, and what it was narrowed by, in words; `absents`: what its
   * format cannot carry; `recalcul`: reports were being computed again, and some of it is of before.
   */
  compte?: {
    lignes: number
    filtres: readonly string[]
    absents?: readonly string[]
    recalcul?: true | undefined
  }
  /** Where whoever reads it takes up, to be told what has changed since. */
  curseur?: string
}

/** An answer made once: its bytes, as they are and compressed, are those of everyone who asks. */
export type Octets = {
  formes: Record<'identity' | 'br' | 'gzip', Uint8Array>
  /** What says that the answer is the same as before. */
  etag: string
  typeMime: string
  /** Of one person: no cache that others share keeps it. */
  personnel?: true
  /** `Content-Security-Policy` of a page that is not of the site's own. */
  politique?: string
}

/**
 * Output of an operation whose `reponse` is `octets`: described as the JSON object that it
 * sends, unless the operation names another type.
 */
export const zOctets = z
  .custom<Octets>((valeur) => typeof valeur === 'object' && valeur !== null && 'formes' in valeur)
  .meta({ type: 'object' })

/** Output of an operation whose `reponse` is `fichier`. */
export const zFichier = z
  .custom<Fichier | FichierEcrit>((valeur) => estFichier(valeur) || estEcrit(valeur))
  .meta(BINAIRE)

/** An answer that lasts; what writes into it is the server's own. */
export type Flux = { pipe: unknown }

/** Output of an operation whose `reponse` is `flux`. */
export const zFlux = z.custom<Flux>(
  (valeur) => typeof valeur === 'object' && valeur !== null && 'pipe' in valeur,
)
