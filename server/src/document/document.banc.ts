import { randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { documentApi as api } from '@releve/contract/document/document.api.ts'
import { FORMATS, type Piece } from '@releve/contract/document/document.schema.ts'
import type { FichierRecu } from '@releve/contract/fichier.ts'
import { sql } from 'kysely'
import { beforeEach } from 'vitest'
import { type Banc, ouvrirBanc, type Personne } from '../../test/banc.ts'
import { viderTables } from '../../test/base.ts'
import { reussi } from '../../test/formulaires.ts'

/** The bench, emptied of forms, files and settings before each test. */
export async function ouvrirBancPieces(): Promise<Banc> {
  const banc = await ouvrirBanc()
  beforeEach(async () => {
    const { db } = banc.base
    await viderTables(db, 'formulaire', 'piece', 'tache')
    await sql`delete from parametre`.execute(db)
    await sql`update structure set url_logo = null`.execute(db)
  })
  return banc
}

type Entree = readonly [nom: string, contenu: string]

const enTete = (signature: number, octets: number): Buffer => {
  const tampon = Buffer.alloc(octets)
  tampon.writeUInt32LE(signature)
  return tampon
}

function entreeZip([nom, contenu]: Entree, place: number): { locale: Buffer; centrale: Buffer } {
  const [titre, octets] = [Buffer.from(nom), Buffer.from(contenu)]
  const locale = enTete(0x04034b50, 30)
  locale.writeUInt32LE(crc32(octets), 14)
  locale.writeUInt32LE(octets.length, 18)
  locale.writeUInt32LE(octets.length, 22)
  locale.writeUInt16LE(titre.length, 26)
  const centrale = enTete(0x02014b50, 46)
  locale.copy(centrale, 16, 14, 28)
  centrale.writeUInt32LE(place, 42)
  return {
    locale: Buffer.concat([locale, titre, octets]),
    centrale: Buffer.concat([centrale, titre]),
  }
}

/** A zip archive of these entries, stored as they are. */
export function zip(entrees: readonly Entree[], commentaire = ''): Buffer {
  const locales: Buffer[] = []
  const centrales: Buffer[] = []
  let place = 0
  for (const entree of entrees) {
    const { locale, centrale } = entreeZip(entree, place)
    locales.push(locale)
    centrales.push(centrale)
    place += locale.length
  }
  const fin = enTete(0x06054b50, 22)
  fin.writeUInt16LE(entrees.length, 8)
  fin.writeUInt16LE(entrees.length, 10)
  fin.writeUInt32LE(Buffer.concat(centrales).length, 12)
  fin.writeUInt32LE(place, 16)
  fin.writeUInt16LE(commentaire.length, 20)
  return Buffer.concat([...locales, ...centrales, fin, Buffer.from(commentaire)])
}

const CLASSEUR: readonly Entree[] = [
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
  XLSX: zip(CLASSEUR),
  ODS: zip([
    ['mimetype', FORMATS.ODS.typeMime],
    ['content.xml', '<office/>'],
  ]),
  MACROS: zip([...CLASSEUR, ['xl/vbaProject.bin', 'vba']]),
  ODT: zip([
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
