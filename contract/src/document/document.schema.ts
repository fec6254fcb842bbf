import { z } from 'zod'
import { zInstant } from '../page.ts'

/** Largest file, in bytes. */
export const TAILLE_MAX_PIECE = 5_000_000

/** Longest side of a logo, in pixels: every screen shows it, on old machines too. */
export const COTE_MAX_LOGO = 4096

/** A file as the calls describe it. Its `url` is below the API's root. */
export const zPiece = z.object({
  id: z.number(),
  name: z.string(),
  nomOrigine: z.string(),
  typeDocument: z.string(),
  numero: z.string().nullable(),
  typeMime: z.string(),
  taille: z.number(),
  sha256: z.string(),
  url: z.string(),
  deposeLe: zInstant,
  deposePar: z.string(),
})
export type Piece = z.infer<typeof zPiece>

/** The answer of an upload. `urlLogo`: the public path of a logo, below the API's root. */
export const zPieceDeposee = zPiece.extend({ urlLogo: z.string().optional() })

/** The type of document that sets a logo. */
export const TYPE_LOGO = 'LOGO'

/** Pieces that everyone signed in may read when they are the organisation's. */
export const TYPES_PARTAGES: readonly string[] = ['GUIDE', 'MODELE', 'NOTE_TECH', 'ANNUAIRE']

/** What a file may be, by what it holds and never by what it is called. */
export const FORMATS = {
  PDF: { typeMime: 'application/pdf', extensions: ['pdf'] },
  JPG: { typeMime: 'image/jpeg', extensions: ['jpg', 'jpeg'] },
  PNG: { typeMime: 'image/png', extensions: ['png'] },
  XLSX: {
    typeMime: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    extensions: ['xlsx'],
  },
  ODS: { typeMime: 'application/vnd.oasis.opendocument.spreadsheet', extensions: ['ods'] },
} as const satisfies Record<
  string,
  { typeMime: string; extensions: readonly [string, ...string[]] }
>
export type Format = keyof typeof FORMATS

/** Every format, in the order in which sentences name them. */
export const FORMATS_PIECE: readonly Format[] = ['PDF', 'JPG', 'PNG', 'XLSX', 'ODS']
export const FORMATS_LOGO: readonly Format[] = ['PNG', 'JPG']

/** The formats that a type of document takes. */
export function formatsDe(typeDocument: string): readonly Format[] {
  return typeDocument === TYPE_LOGO ? FORMATS_LOGO : FORMATS_PIECE
}
