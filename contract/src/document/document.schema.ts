import { z } from 'zod'
import { zErratum } from '../annuaire/annuaire.schema.ts'
import { zInstant } from '../page.ts'

/** What the library's documents are; every one signed in may read them. */
export const CATEGORIES = {
  GUIDE: 'Guide de remplissage',
  MODELE: 'Formulaire vierge',
  NOTE_TECH: 'Note technique',
  ANNUAIRE: 'Annuaire statistique',
} as const
export type Categorie = keyof typeof CATEGORIES
/** Of the editions of the annuaire: what publishes one puts it there, and nobody by hand. */
export const TYPE_ANNUAIRE = 'ANNUAIRE' satisfies Categorie
/** Pieces that everyone signed in may read when they are the organisation's: the library. */
// The keys of a table of ours.
export const TYPES_PARTAGES = Object.keys(CATEGORIES) as Categorie[]

/** Largest file, in bytes. */
export const TAILLE_MAX_PIECE = 5_000_000

/**
 * What each place may hold, its logos apart; counted under a lock. A place: a form,
 * what a structure deposits beside its forms, the library and what else is the organisation's.
 */
export const QUOTAS = {
  formulaire: { fichiers: 20, octets: 25_000_000 },
  structure: { fichiers: 100, octets: 100_000_000 },
  organisation: { fichiers: 500, octets: 1_000_000_000 },
} as const
/** Where a piece lies. */
export type Lieu = keyof typeof QUOTAS
/** How many files, and what they weigh. */
export type Occupation = { fichiers: number; octets: number }

/**
 * What one person's files for messages may be, those waiting and those sent, as long as they exist:
 * until nobody keeps a copy of a message that holds them.
 */
export const QUOTA_MESSAGES = { fichiers: 2000, octets: 100_000_000 } as const

/** Longest side of a logo, in pixels: every screen shows it, on old machines too. */
export const COTE_MAX_LOGO = 4096

/** A file as the calls describe it. Its `url` is below the API's root. */
export const zPiece = z
  .object({
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
  .meta({ id: 'Piece' })
export type Piece = z.infer<typeof zPiece>

/** Among others, editions of the annuaire: null what is not known before somebody asks for their file. */
export const zPieceListee = zPiece
  .extend({ taille: zPiece.shape.taille.nullable(), sha256: zPiece.shape.sha256.nullable() })
  .meta({ id: 'PieceListee' })
export type PieceListee = z.infer<typeof zPieceListee>

/** What a form holds of files, what it may still take, and what whoever asks may do there now. */
export const zDossier = z
  .object({
    pieces: z.array(zPiece.extend({ actions: z.array(z.literal('supprimer')) })),
    /** What they take of `QUOTAS.formulaire`. */
    occupe: z.object({ fichiers: z.number(), octets: z.number() }),
    actions: z.array(z.literal('deposer')),
  })
  .meta({ id: 'Dossier' })
export type Dossier = z.infer<typeof zDossier>
export type PieceDuDossier = Dossier['pieces'][number]

/**
 * The edition of the annuaire that a document is: its files are read by the calls of the annuaire,
 * under its year and its number.
 */
const zEditionPubliee = z.object({
  annee: z.number(),
  edition: z.number(),
  /** The last edition published since of the same year; null for none. */
  remplaceePar: z.number().nullable(),
  /** What was corrected of that year, in the editions published: the latest first. */
  errata: z.array(zErratum.pick({ edition: true, nature: true, texte: true, le: true })),
})
export type EditionPubliee = z.infer<typeof zEditionPubliee>

/** A document of the library, and what whoever reads may do to it. */
export const zOuvrage = zPieceListee
  .omit({ numero: true, typeDocument: true })
  .extend({
    typeDocument: z.enum(TYPES_PARTAGES),
    titre: z.string(),
    description: z.string().nullable(),
    rang: z.number(),
    version: z.number(),
    /** Null for a document that was deposited. */
    edition: zEditionPubliee.nullable(),
    actions: z.array(z.enum(['modifier', 'remplacer', 'supprimer'])),
  })
  .meta({ id: 'Ouvrage' })
export type Ouvrage = z.infer<typeof zOuvrage>

/** The answer of an upload. `urlLogo`: the public path of a logo, below the API's root. */
export const zPieceDeposee = zPiece
  .extend({ urlLogo: z.string().optional() })
  .meta({ id: 'PieceDeposee' })

/** The type of document that sets a logo. */
export const TYPE_LOGO = 'LOGO'

/** The type of a file laid down for a message: no code list offers it. */
export const TYPE_MESSAGE = 'MESSAGE'

/** Files that one person may keep for messages not yet sent. */
export const PIECES_EN_ATTENTE_MAX = 30

/** Types that a form does not take: of no form, or of what the organisation shares. */
export const TYPES_HORS_RAPPORT: readonly string[] = [TYPE_LOGO, 'GUIDE', 'MODELE', TYPE_ANNUAIRE]

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
