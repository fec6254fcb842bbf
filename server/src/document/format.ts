import { FORMATS, type Format } from '@releve/contract/document/document.schema.ts'
import { type Entree, listEntrees, unpack } from '../platform/zip.ts'

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const JPG = Buffer.from([0xff, 0xd8, 0xff])
const PDF = Buffer.from('%PDF-')
const ZIP = Buffer.from([0x50, 0x4b, 0x03, 0x04])

const commence = (octets: Buffer, signature: Buffer, place = 0): boolean =>
  octets.subarray(place, place + signature.length).equals(signature)

/** OpenDocument says its type in the archive's first part, stored as it is. */
function estOds(octets: Buffer, entrees: readonly Entree[]): boolean {
  const premiere = entrees.find(({ place }) => place === 0)
  if (premiere?.nom !== 'mimetype' || premiere.methode !== 0) return false
  const { typeMime } = FORMATS.ODS
  return unpack(octets, premiere, typeMime.length)?.toString() === typeMime
}

/** A workbook without macros, or an OpenDocument spreadsheet. */
async function detectTableur(octets: Buffer): Promise<Format | null> {
  const entrees = (await listEntrees(octets)) ?? []
  const noms = new Set(entrees.map(({ nom }) => nom))
  if (noms.has('content.xml')) return estOds(octets, entrees) ? 'ODS' : null
  const estClasseur = noms.has('[Content_Types].xml') && noms.has('xl/workbook.xml')
  return estClasseur && !noms.has('xl/vbaProject.bin') ? 'XLSX' : null
}

/** What a file is, from what it holds; null: nothing that is taken. Its name is not asked. */
export async function detectFormat(octets: Buffer): Promise<Format | null> {
  if (commence(octets, PDF)) return 'PDF'
  if (commence(octets, PNG) && commence(octets, Buffer.from('IHDR'), 12)) return 'PNG'
  if (commence(octets, JPG)) return 'JPG'
  return commence(octets, ZIP) ? detectTableur(octets) : null
}

const NOM_MAX = 150
const EXTENSIONS: readonly string[] = Object.values(FORMATS).flatMap(({ extensions }) => extensions)

/**
 * What a name may keep: no path, no control character nor sign that turns the writing around, none
 * that a file system refuses.
 */
function nettoyer(nom: string): string {
  const dernier = nom.toWellFormed().normalize('NFC').split(/[/\\]/).at(-1) ?? ''
  return dernier
    .replace(/[\p{Cc}\p{Cf}\uFFFD]/gu, '')
    .replace(/[<>:"|?*]/g, '_')
    .replace(/\s+/g, ' ')
    .replace(/^[ .]+|[ .]+$/g, '')
}

/** Cut to so many UTF-16 units, never in the middle of a sign. */
function couper(texte: string, longueur: number): string {
  return texte.slice(0, longueur).replace(/[\uD800-\uDBFF]$/, '')
}

/**
 * The name under which a file is kept, at most 150 characters. Its extension is its content's: one
 * of our formats that says otherwise is replaced, any other is left before ours, to be seen.
 */
export function composeNom(nom: string, format: Format): string {
  const propre = nettoyer(nom)
  const point = propre.lastIndexOf('.')
  const extension = point < 0 ? '' : propre.slice(point + 1).toLowerCase()
  const { extensions }: { extensions: readonly string[] } = FORMATS[format]
  const radical = EXTENSIONS.includes(extension) ? propre.slice(0, point) : propre
  const suffixe = `.${extensions.includes(extension) ? extension : extensions[0]}`
  return `${couper(radical.trim() || 'document', NOM_MAX - suffixe.length)}${suffixe}`
}
