import { enoncer } from '@releve/contract/erreur.ts'
import { Illisible } from './tableur.cases.ts'
import type { Entree } from './zip.ts'

// What a file is when it is no workbook that is read here, told by what it holds and never by its
// name: whoever gave it knows what to do. Only the sentence depends on it: all are refused.

const autreFormat = (format: string) =>
  new Illisible(`Ce fichier est ${format}.`, enoncer('TABLEUR_AUTRE_FORMAT', { format }))
const protege = () =>
  new Illisible('Ce fichier est protégé par un mot de passe.', enoncer('TABLEUR_PROTEGE'))
const pasUnTableur = (nature: string) =>
  new Illisible(`Ce fichier est ${nature}.`, enoncer('PAS_UN_TABLEUR', { nature }))

/** Whether these bytes are an archive, as a workbook is. */
export const estArchive = (octets: Uint8Array): boolean => octets[0] === 0x50 && octets[1] === 0x4b

/** Signatures of what is often taken for a spreadsheet. */
const AUTRES: readonly (readonly [debut: string, nature: string])[] = [
  ['%PDF-', 'un PDF'],
  ['\x89PNG', 'une image'],
  ['\xff\xd8\xff', 'une image'],
  ['GIF8', 'une image'],
  ['{\\rtf', 'un texte (.rtf)'],
  ['Rar!', 'une archive (.rar)'],
  ['7z\xbc\xaf', 'une archive (.7z)'],
  ['\x1f\x8b', 'un fichier compressé (.gz)'],
]

/** Of a compound file, which old programs wrote, and which new ones write to encrypt. */
const COMPOSE = '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'
const TAILLE_FICHE = 128
const NOM_FICHE_MAX = 64

/** Names of what a compound file holds: each stands at the head of a record of 128 bytes. */
function contient(octets: Buffer, nom: string): boolean {
  const cherche = Buffer.from(`${nom}\0`, 'utf16le')
  for (let place = 0; place + TAILLE_FICHE <= octets.length; place += TAILLE_FICHE) {
    const dit = octets.readUInt16LE(place + NOM_FICHE_MAX) === cherche.length
    if (dit && octets.subarray(place, place + cherche.length).equals(cherche)) return true
  }
  return false
}

function natureComposee(octets: Buffer): Illisible {
  if (contient(octets, 'EncryptedPackage')) return protege()
  if (['Workbook', 'Book'].some((nom) => contient(octets, nom)))
    return autreFormat('un ancien classeur Excel (.xls)')
  return pasUnTableur('un document d’un ancien logiciel de bureautique')
}

/** Where OpenDocument says its type: the archive's first part, `mimetype`, as it is. */
const PLACE_TYPE = 30
const OPENDOCUMENT = 'mimetypeapplication/vnd.oasis.opendocument.'

/** Bit of a part that asks for a password. */
const CHIFFREE = 1

function natureZip(octets: Buffer): Illisible | null {
  if (octets.length < PLACE_TYPE) return null
  const type = octets.toString('latin1', PLACE_TYPE, PLACE_TYPE + 100)
  if (type.startsWith(`${OPENDOCUMENT}spreadsheet`))
    return autreFormat('un classeur OpenDocument (.ods)')
  if (type.startsWith(OPENDOCUMENT)) return pasUnTableur('un document OpenDocument')
  return (octets.readUInt16LE(6) & CHIFFREE) === 0 ? null : protege()
}

/** Parts that say what an archive is. */
const PARTIES: readonly (readonly [partie: RegExp, refuser: () => Illisible])[] = [
  [/^xl\/workbook\.bin$/, () => autreFormat('un classeur Excel binaire (.xlsb)')],
  [/^index\/calculationengine.*\.iwa$/, () => autreFormat('un classeur Numbers')],
  [/^word\/document\.xml$/, () => pasUnTableur('un document Word')],
  [/^ppt\/presentation\.xml$/, () => pasUnTableur('une présentation PowerPoint')],
]

/** What an archive without the sheets of an XLSX workbook is. */
export function natureArchive(entrees: readonly Entree[]): Illisible {
  const noms = entrees.map(({ nom }) => nom.toLowerCase())
  const [, refuser] = PARTIES.find(([partie]) => noms.some((nom) => partie.test(nom))) ?? []
  return refuser?.() ?? pasUnTableur('une archive (.zip)')
}

/** How much of a text tells what it is. */
const DEBUT = 1000

function natureTexte(octets: Buffer): Illisible | null {
  if (['\xff\xfe', '\xfe\xff'].includes(octets.toString('latin1', 0, 2)))
    return autreFormat('un texte Unicode (.txt)')
  const debut = octets
    .toString('utf8', 0, DEBUT)
    .replace(/^\uFEFF?\s*/, '')
    .toLowerCase()
  if (debut.startsWith('{')) return pasUnTableur('un fichier JSON')
  if (/^<(?:!doctype html|html|head|meta|table)\b/.test(debut))
    return autreFormat('une page web enregistrée sous le nom d’un tableur')
  if (!debut.startsWith('<?xml')) return null
  if (debut.includes('urn:schemas-microsoft-com:office:spreadsheet'))
    return autreFormat('un classeur XML d’Excel 2003')
  if (debut.includes('urn:oasis:names:tc:opendocument'))
    return autreFormat('un classeur OpenDocument (.fods)')
  return pasUnTableur('un fichier XML')
}

/** Why a file is refused for what it is; null: it may be an XLSX workbook, or a CSV. */
export function natureDe(octets: Buffer): Illisible | null {
  const debut = octets.toString('latin1', 0, COMPOSE.length)
  if (debut === COMPOSE) return natureComposee(octets)
  if (debut.startsWith('PK')) return natureZip(octets)
  const dit = octets.toString('latin1', 0, DEBUT).replace(/^(?:\xef\xbb\xbf)?\s*/, '')
  const [, nature] = AUTRES.find(([signe]) => dit.startsWith(signe)) ?? []
  return nature === undefined ? natureTexte(octets) : pasUnTableur(nature)
}

/** @throws Illisible for what is neither an XLSX workbook nor a CSV, which it names */
export function refuserNature(octets: Buffer): void {
  const refus = natureDe(octets)
  if (refus) throw refus
}
