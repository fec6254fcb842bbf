import { FORMATS, type Format } from '@releve/contract/document/document.schema.ts'
import { type Entree, listEntrees, unpack } from '../platform/zip.ts'

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const JPG = Buffer.from([0xff, 0xd8, 0xff])
const ZIP = Buffer.from([0x50, 0x4b, 0x03, 0x04])

const commence = (octets: Buffer, signature: Buffer, place = 0): boolean =>
  octets.subarray(place, place + signature.length).equals(signature)

/** Its header stands within so many bytes: readers take what a mail or a printer put before it. */
const DEBUT_PDF = 1024
const ENTETE_PDF = '%PDF-'
const FIN_PDF = '%%EOF'

/** A mark of order, which says nothing of what follows it, as the bytes of UTF-8. */
const MARQUE = '\xef\xbb\xbf'

/** How another thing of the same bytes begins: a script, a program, an archive, an image. */
const AUTRES_DEBUTS = [
  '#! @echo { [ GIF8 BM II* MM RIFF %!PS MZ PK Rar! 7z',
  '\x1f\x8b \x7fELF \x89PNG \xff\xd8 \xd0\xcf \xca\xfe \xfe\xed \xcf\xfa',
].flatMap((signes) => signes.split(' '))
/** A page, or a program in one, wherever it stands. */
const BALISE = /<[a-z!?/%]/i

/** A PDF, and nothing before it that other programs would read; what only quotes one has no end. */
function estPdf(octets: Buffer): boolean {
  const debut = octets.toString('latin1', 0, DEBUT_PDF)
  const place = debut.indexOf(ENTETE_PDF)
  if (place < 0) return false
  const avant = debut.slice(0, place).replace(MARQUE, '').replaceAll('\0', ' ').trim()
  if (avant === '') return true
  const autre = BALISE.test(avant) || AUTRES_DEBUTS.some((signe) => avant.startsWith(signe))
  return !autre && octets.includes(FIN_PDF)
}

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
  if (estPdf(octets)) return 'PDF'
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

/** Names of devices: Windows opens none as a file, whatever their extension. */
const PERIPHERIQUE = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³]) *(?:\.|$)/i

/** Cut to so many UTF-16 units, never in the middle of a sign. */
function couper(texte: string, longueur: number): string {
  return texte.slice(0, longueur).replace(/[\uD800-\uDBFF]$/, '')
}

/**
 * The name under which a file is kept, at most 150 characters, that any system can save. Its
 * extension is its content's: one of our formats that says otherwise is replaced, any other is left
 * before ours, to be seen.
 */
export function composeNom(nom: string, format: Format): string {
  const propre = nettoyer(nom)
  const point = propre.lastIndexOf('.')
  const extension = point < 0 ? '' : propre.slice(point + 1).toLowerCase()
  const { extensions }: { extensions: readonly string[] } = FORMATS[format]
  const entier = EXTENSIONS.includes(extension) ? propre.slice(0, point) : propre
  const radical = entier.replace(/[ .]+$/, '') || 'document'
  const sur = PERIPHERIQUE.test(radical) ? `_${radical}` : radical
  const suffixe = `.${extensions.includes(extension) ? extension : extensions[0]}`
  return `${couper(sur, NOM_MAX - suffixe.length)}${suffixe}`
}

/** Of an image, in pixels. */
export type Dimensions = { largeur: number; hauteur: number }

/** Starts of frame, that bear the size; C4, C8 and CC are tables and extensions. */
const estTrame = (marqueur: number): boolean =>
  marqueur >= 0xc0 && marqueur <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marqueur)

/** Without length nor content: TEM, and the restarts. */
const estNu = (marqueur: number): boolean =>
  marqueur === 0x01 || (marqueur >= 0xd0 && marqueur <= 0xd7)

/** From segment to segment to the first frame: a preview lies within a segment, and is not read. */
function dimensionsJpg(octets: Buffer): Dimensions | null {
  let place = 2
  while (place + 4 <= octets.length && octets[place] === 0xff) {
    const marqueur = octets[place + 1] ?? 0
    if (marqueur === 0xff) place += 1
    else if (estNu(marqueur)) place += 2
    else if (estTrame(marqueur)) {
      if (place + 9 > octets.length) return null
      return { largeur: octets.readUInt16BE(place + 7), hauteur: octets.readUInt16BE(place + 5) }
    } else {
      // The data begin, or the image ends: no frame was declared before.
      if (marqueur === 0xda || marqueur === 0xd9) return null
      place += 2 + octets.readUInt16BE(place + 2)
    }
  }
  return null
}

function dimensionsPng(octets: Buffer): Dimensions | null {
  if (octets.length < 24) return null
  return { largeur: octets.readUInt32BE(16), hauteur: octets.readUInt32BE(20) }
}

/**
 * The size of an image by its head, nothing decoded: a few bytes may announce thousands of millions
 * of pixels. Null: its head does not say, or says nothing that can be shown.
 */
export function readDimensions(octets: Buffer, format: 'PNG' | 'JPG'): Dimensions | null {
  const dimensions = format === 'PNG' ? dimensionsPng(octets) : dimensionsJpg(octets)
  return dimensions && dimensions.largeur > 0 && dimensions.hauteur > 0 ? dimensions : null
}
