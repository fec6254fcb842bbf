import { randomBytes } from 'node:crypto'
import { documentApi as api } from '@releve/contract/document/document.api.ts'
import { FORMATS, type Piece } from '@releve/contract/document/document.schema.ts'
import type { FichierRecu } from '@releve/contract/fichier.ts'
import { sql } from 'kysely'
import { beforeEach } from 'vitest'
import { type Banc, ouvrirBanc, type Personne } from '../../test/banc.ts'
import { viderReglages, viderTables } from '../../test/base.ts'
import { reussi } from '../../test/formulaires.ts'
import { composeZip } from '../platform/zip.banc.ts'
import { ouvrirS3, type ServeurS3 } from './s3.banc.ts'

/** A bench, and where its files are kept; `s3` where it is a bucket. */
export type BancPieces = Banc & { depot: 'BASE' | 'S3'; s3: ServeurS3 | null }

/** The bench, emptied of forms, files and settings before each test. */
async function ouvrirBancPieces(
  s3: ServeurS3 | null,
  env: Record<string, string>,
): Promise<BancPieces> {
  const banc = await ouvrirBanc({ ...env, ...s3?.env })
  beforeEach(async () => {
    const { db } = banc.base
    const messages = ['message', 'message_brouillon', 'tentative']
    await viderTables(db, 'formulaire', 'piece', 'piece_effacee', 'tache', ...messages)
    await viderReglages(db)
    await sql`update structure set url_logo = null`.execute(db)
    for (const nom of (await s3?.noms()) ?? []) await s3?.depot.delete(nom)
  })
  return { ...banc, depot: s3 ? 'S3' : 'BASE', s3 }
}

/**
 * One bench a store: the files of the room are tested in each. Call once, at the top of a file.
 * `env`: what else their environment says.
 */
export async function ouvrirBancsPieces(env: Record<string, string> = {}): Promise<BancPieces[]> {
  return [await ouvrirBancPieces(null, env), await ouvrirBancPieces(await ouvrirS3(), env)]
}

const CLASSEUR: [string, string][] = [
  ['[Content_Types].xml', '<Types/>'],
  ['xl/workbook.xml', '<workbook/>'],
]

/** The head of a PNG of so many pixels: the rest does not count. */
export function pngDe(largeur: number, hauteur: number): Buffer {
  const dimensions = Buffer.alloc(8)
  dimensions.writeUInt32BE(largeur)
  dimensions.writeUInt32BE(hauteur, 4)
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13]),
    Buffer.from('IHDR'),
    dimensions,
    Buffer.alloc(9, 1),
  ])
}

/** A segment of a JPEG: its marker, its length, what it holds. */
function segment(marqueur: number, contenu: Buffer): Buffer {
  const tete = Buffer.from([0xff, marqueur, 0, 0])
  tete.writeUInt16BE(contenu.length + 2, 2)
  return Buffer.concat([tete, contenu])
}

/** The same of a JPEG, whose first segment holds a whole preview, of one pixel. */
export function jpgDe(largeur: number, hauteur: number, trame = 0xc0): Buffer {
  const cadreDe = (l: number, h: number): Buffer => {
    const cadre = Buffer.from([8, 0, 0, 0, 0, 1, 1, 0x11, 0])
    cadre.writeUInt16BE(h, 1)
    cadre.writeUInt16BE(l, 3)
    return cadre
  }
  const debut = Buffer.from([0xff, 0xd8])
  const vignette = Buffer.concat([debut, segment(0xc0, cadreDe(1, 1))])
  return Buffer.concat([
    debut,
    segment(0xe0, Buffer.concat([Buffer.from('JFIF\0'), vignette])),
    segment(0xc4, Buffer.alloc(4)),
    // A filling byte may stand before any marker.
    Buffer.from([0xff]),
    segment(trame, cadreDe(largeur, hauteur)),
    segment(0xda, Buffer.alloc(6)),
  ])
}

/** One small file of each kind, and what looks like one. */
export const ECHANTILLONS = {
  PDF: Buffer.from('%PDF-1.7\n%âãÏÓ\n'),
  JPG: jpgDe(64, 64),
  PNG: pngDe(64, 64),
  XLSX: composeZip(CLASSEUR),
  ODS: composeZip([
    ['mimetype', FORMATS.ODS.typeMime],
    ['content.xml', '<office/>'],
  ]),
  MACROS: composeZip([...CLASSEUR, ['xl/vbaProject.bin', 'vba']]),
  ODT: composeZip([
    ['mimetype', 'application/vnd.oasis.opendocument.text'],
    ['content.xml', '<office/>'],
  ]),
} as const

/** A PDF of so many bytes, all of them different from one call to the next. */
export const pdfDe = (taille: number): Buffer =>
  Buffer.concat([ECHANTILLONS.PDF, randomBytes(taille - ECHANTILLONS.PDF.length)])

export const fichier = (contenu: Buffer = ECHANTILLONS.PDF, nom = 'rapport.pdf'): FichierRecu => ({
  nom,
  typeMime: 'application/octet-stream',
  contenu,
})

type Depot = { typeDocument?: string; numero?: string; fichier?: FichierRecu }

/** Sends a file, a small PDF unless told. */
export function envoyer(personne: Pick<Personne, 'appeler'>, depot: Depot = {}) {
  const body = { typeDocument: 'JUSTIF', fichier: fichier(), ...depot }
  return personne.appeler(api.deposerPiece, { body })
}

/** The same, which must succeed. */
export function deposer(personne: Personne, depot: Depot = {}): Promise<Piece> {
  return reussi(envoyer(personne, depot))
}

/** A logo as its owner sends it. */
export const LOGO = { typeDocument: 'LOGO', fichier: fichier(ECHANTILLONS.PNG, 'logo.png') }
