import { Readable } from 'node:stream'
import { crc32, createDeflateRaw, deflateRawSync, inflateRawSync } from 'node:zlib'
import { type Entry, fromBufferPromise } from 'yauzl'

const LOCALE = 0x04034b50
const FIN = Buffer.from('PK\u0005\u0006', 'latin1')
const TAILLE_FIN = 22
const COMMENTAIRE_MAX = 0xffff
/** Stands before the closing record of a 64-bit archive, to lead to its second directory. */
const RENVOI_64 = 0x07064b50
const TAILLE_RENVOI = 20
/** More than any spreadsheet of our size has. */
const ENTREES_MAX = 10_000

const STOCKEE = 0
const DEGONFLEE = 8

/** Bits of an entry's flags: its sizes follow its content, which it could not yet know. */
const CHIFFREE = 1
const SUIVIE = 8

/** Extra fields that give an entry another size, another place or another name than its record. */
const CHAMPS_REFUSES = new Set([0x0001, 0x7075])

/** A part of an archive: where its bytes stand, and what they must be once unpacked. */
export type Entree = {
  nom: string
  place: number
  debut: number
  fin: number
  methode: number
  taille: number
  crc: number
}

type Fin = { place: number; debut: number }

/**
 * Where the closing record and the directory start. null: there is none, or one that two readers
 * may read in two ways: 64-bit, on several disks, or after a directory that does not end at it.
 */
function findFin(octets: Buffer): Fin | null {
  if (octets.length < TAILLE_FIN) return null
  const place = octets.lastIndexOf(FIN, octets.length - TAILLE_FIN)
  if (place < Math.max(0, octets.length - TAILLE_FIN - COMMENTAIRE_MAX)) return null
  const renvoi = place - TAILLE_RENVOI
  if (renvoi >= 0 && octets.readUInt32LE(renvoi) === RENVOI_64) return null
  if (octets.readUInt32LE(place + 4) !== 0) return null
  const nombre = octets.readUInt16LE(place + 10)
  if (nombre !== octets.readUInt16LE(place + 8) || nombre > ENTREES_MAX) return null
  const debut = octets.readUInt32LE(place + 16)
  return debut + octets.readUInt32LE(place + 12) === place ? { place, debut } : null
}

/** Whether an entry's own header says what the directory says of it, or leaves it to be said after. */
function concorde(octets: Buffer, entry: Entry): boolean {
  const place = entry.relativeOffsetOfLocalHeader
  const suivie = (entry.generalPurposeBitFlag & SUIVIE) !== 0
  const memeTaille = (dite: number, vraie: number) => dite === vraie || (suivie && dite === 0)
  const nom = octets.subarray(place + 30, place + 30 + octets.readUInt16LE(place + 26))
  const drapeaux = octets.readUInt16LE(place + 6) ^ entry.generalPurposeBitFlag
  return (
    octets.readUInt32LE(place) === LOCALE &&
    (drapeaux & (CHIFFREE | SUIVIE)) === 0 &&
    octets.readUInt16LE(place + 8) === entry.compressionMethod &&
    memeTaille(octets.readUInt32LE(place + 14), entry.crc32) &&
    memeTaille(octets.readUInt32LE(place + 18), entry.compressedSize) &&
    memeTaille(octets.readUInt32LE(place + 22), entry.uncompressedSize) &&
    nom.equals(entry.fileNameRaw)
  )
}

/** The entry as it may be read; null: another reader could see another one. */
function lireEntree(octets: Buffer, entry: Entry, finDesParties: number): Entree | null {
  const { compressionMethod: methode, compressedSize, uncompressedSize: taille } = entry
  if (entry.isEncrypted() || (methode !== STOCKEE && methode !== DEGONFLEE)) return null
  if (entry.extraFields.some(({ id }) => CHAMPS_REFUSES.has(id))) return null
  // « Nothing », which readers take for « look for it yourself ».
  const rien = compressedSize === 0 && !entry.fileName.endsWith('/')
  if (rien && (taille > 0 || (entry.generalPurposeBitFlag & SUIVIE) !== 0)) return null
  const place = entry.relativeOffsetOfLocalHeader
  if (place + 30 > finDesParties || !concorde(octets, entry)) return null
  const debut = place + 30 + octets.readUInt16LE(place + 26) + octets.readUInt16LE(place + 28)
  const fin = debut + compressedSize
  if (fin > finDesParties) return null
  return { nom: entry.fileName, place, debut, fin, methode, taille, crc: entry.crc32 }
}

/** Neither two parts of one name, whatever its case, nor two that share bytes. */
function sontDistinctes(entrees: readonly Entree[]): boolean {
  const noms = new Set(entrees.map(({ nom }) => nom.toLowerCase()))
  const placees = entrees.toSorted((a, b) => a.place - b.place)
  const empietent = placees.some(({ place }, rang) => place < (placees[rang - 1]?.fin ?? 0))
  return noms.size === entrees.length && !empietent
}

/**
 * The parts of a zip archive, as its directory lists them; nothing is unpacked. null when it is
 * none, or one in which two readers may find two things (docs/decisions/0009): broken, 64-bit,
 * encrypted, with a name twice or out of its folder, with parts that overlap or contradict it.
 */
export async function listEntrees(octets: Buffer): Promise<Entree[] | null> {
  const fin = findFin(octets)
  if (!fin) return null
  const entrees: Entree[] = []
  let place = fin.debut
  try {
    const archive = await fromBufferPromise(octets, { strictFileNames: true })
    for await (const entry of archive.eachEntry()) {
      const entree = lireEntree(octets, entry, fin.debut)
      if (!entree) return null
      entrees.push(entree)
      place += 46 + entry.fileNameLength + entry.extraFieldLength + entry.fileCommentLength
    }
  } catch {
    return null
  }
  return place === fin.place && sontDistinctes(entrees) ? entrees : null
}

/**
 * One part, unpacked; null when it is not what its record says, or holds more than `maximum`
 * bytes: nothing is kept beyond them.
 */
export function unpack(octets: Buffer, entree: Entree, maximum: number): Buffer | null {
  const { debut, fin, methode, taille, crc } = entree
  if (taille > maximum) return null
  const brut = octets.subarray(debut, fin)
  try {
    const contenu =
      methode === STOCKEE ? brut : inflateRawSync(brut, { maxOutputLength: Math.max(1, taille) })
    return contenu.length === taille && crc32(contenu) === crc ? contenu : null
  } catch {
    return null
  }
}

/** A part to be written; `serre`: compressed, else as it is. */
export type Partie = { nom: string; contenu: Buffer; serre?: boolean }

type PartieNeuve = { nom: string; octets: Buffer; champs: Buffer }

/** A part as it is kept, and what its two records say alike: how it is, its print and its sizes. */
function ecrirePartie({ nom, contenu, serre = false }: Partie): PartieNeuve {
  const octets = serre ? deflateRawSync(contenu, { level: 9 }) : contenu
  const champs = Buffer.alloc(26)
  champs.writeUInt16LE(20, 0)
  champs.writeUInt16LE(serre ? DEGONFLEE : STOCKEE, 4)
  // 1 January 1980, the first day of this form: what is the same has the same bytes.
  champs.writeUInt16LE(0x21, 8)
  champs.writeUInt32LE(crc32(contenu), 10)
  champs.writeUInt32LE(octets.length, 14)
  champs.writeUInt32LE(contenu.length, 18)
  champs.writeUInt16LE(Buffer.byteLength(nom), 22)
  return { nom, octets, champs }
}

/** A zip archive of these parts; it knows no clock. Names are plain ASCII. */
export function composeArchive(parties: readonly Partie[]): Buffer {
  const locales: Buffer[] = []
  const centrales: Buffer[] = []
  let place = 0
  for (const { nom, octets, champs } of parties.map(ecrirePartie)) {
    const locale = Buffer.concat([Buffer.from('PK\u0003\u0004'), champs, Buffer.from(nom), octets])
    const suite = Buffer.alloc(14)
    suite.writeUInt32LE(place, 10)
    centrales.push(Buffer.from('PK\u0001\u0002\u0014\0'), champs, suite, Buffer.from(nom))
    locales.push(locale)
    place += locale.length
  }
  const centrale = Buffer.concat(centrales)
  const fin = Buffer.alloc(TAILLE_FIN)
  FIN.copy(fin)
  fin.writeUInt16LE(parties.length, 8)
  fin.writeUInt16LE(parties.length, 10)
  fin.writeUInt32LE(centrale.length, 12)
  fin.writeUInt32LE(place, 16)
  return Buffer.concat([...locales, centrale, fin])
}

/** A part to write as it is made: any number of pieces, of which one at a time is held. */
export type PartieEcrite = { nom: string; contenu: AsyncIterable<Uint8Array> }

/** Of an archive written as it goes: its sizes follow it, and the directory has them. */
function enteteSuivie(nom: string): Buffer {
  const entete = Buffer.alloc(30)
  entete.writeUInt32LE(LOCALE, 0)
  entete.writeUInt16LE(20, 4)
  entete.writeUInt16LE(SUIVIE, 6)
  entete.writeUInt16LE(DEGONFLEE, 8)
  entete.writeUInt16LE(Buffer.byteLength(nom), 26)
  return Buffer.concat([entete, Buffer.from(nom)])
}

type PartieSuivie = { nom: string; place: number; crc: number; comprimee: number; taille: number }

function enteteCentrale({ nom, place, crc, comprimee, taille }: PartieSuivie): Buffer {
  const entete = Buffer.alloc(46)
  entete.writeUInt32LE(0x02014b50, 0)
  entete.writeUInt16LE(20, 4)
  entete.writeUInt16LE(20, 6)
  entete.writeUInt16LE(SUIVIE, 8)
  entete.writeUInt16LE(DEGONFLEE, 10)
  entete.writeUInt32LE(crc, 16)
  entete.writeUInt32LE(comprimee, 20)
  entete.writeUInt32LE(taille, 24)
  entete.writeUInt16LE(Buffer.byteLength(nom), 28)
  entete.writeUInt32LE(place, 42)
  return Buffer.concat([entete, Buffer.from(nom)])
}

function suiteDe({ crc, comprimee, taille }: PartieSuivie): Buffer {
  const suite = Buffer.alloc(16)
  suite.writeUInt32LE(0x08074b50, 0)
  suite.writeUInt32LE(crc, 4)
  suite.writeUInt32LE(comprimee, 8)
  suite.writeUInt32LE(taille, 12)
  return suite
}

function finDe(ecrites: readonly PartieSuivie[], place: number, taille: number): Buffer {
  const fin = Buffer.alloc(TAILLE_FIN)
  FIN.copy(fin)
  fin.writeUInt16LE(ecrites.length, 8)
  fin.writeUInt16LE(ecrites.length, 10)
  fin.writeUInt32LE(taille, 12)
  fin.writeUInt32LE(place, 16)
  return fin
}

/**
 * A zip archive as it is made, whatever its size below 4 GB (beyond, it throws): what one part
 * gives is compressed, sent and forgotten. No date: the same parts give the same bytes.
 */
export async function* ecrireArchive(parties: Iterable<PartieEcrite>): AsyncGenerator<Buffer> {
  const ecrites: PartieSuivie[] = []
  let place = 0
  for (const { nom, contenu } of parties) {
    const ecrite: PartieSuivie = { nom, place, crc: 0, comprimee: 0, taille: 0 }
    const entete = enteteSuivie(nom)
    yield entete
    const compter = async function* () {
      for await (const morceau of contenu) {
        ecrite.crc = crc32(morceau, ecrite.crc)
        ecrite.taille += morceau.length
        yield morceau
      }
    }
    // `compose` ends both together: whoever leaves stops what is read.
    for await (const morceau of Readable.from(compter()).compose(createDeflateRaw())) {
      ecrite.comprimee += morceau.length
      yield morceau
    }
    const suite = suiteDe(ecrite)
    yield suite
    place += entete.length + ecrite.comprimee + suite.length
    ecrites.push(ecrite)
  }
  const centrale = Buffer.concat(ecrites.map(enteteCentrale))
  yield centrale
  yield finDe(ecrites, place, centrale.length)
}
