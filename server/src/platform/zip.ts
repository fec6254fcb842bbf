import { inflateRawSync } from 'node:zlib'

const FIN = 0x06054b50
const ENTREE = 0x02014b50
/** Length of the closing record, without its comment. */
const TAILLE_FIN = 22
const COMMENTAIRE_MAX = 0xffff
/** More than any spreadsheet of our size has. */
const ENTREES_MAX = 10_000

/** Where the closing record starts, from the end; -1: none. */
function findFin(octets: Buffer): number {
  const bas = Math.max(0, octets.length - TAILLE_FIN - COMMENTAIRE_MAX)
  for (let place = octets.length - TAILLE_FIN; place >= bas; place -= 1) {
    if (octets.readUInt32LE(place) === FIN) return place
  }
  return -1
}

/**
 * Names of the entries of a zip archive, as its central directory lists them (APPNOTE 4.3.12);
 * null when it is none, or a broken one. Nothing is unpacked.
 */
export function listEntrees(octets: Buffer): string[] | null {
  const fin = findFin(octets)
  if (fin < 0) return null
  const nombre = octets.readUInt16LE(fin + 10)
  let place = octets.readUInt32LE(fin + 16)
  if (nombre > ENTREES_MAX) return null
  const noms: string[] = []
  for (let rang = 0; rang < nombre; rang += 1) {
    if (place + 46 > fin || octets.readUInt32LE(place) !== ENTREE) return null
    const longueur = octets.readUInt16LE(place + 28)
    noms.push(octets.toString('utf8', place + 46, place + 46 + longueur))
    place += 46 + longueur + octets.readUInt16LE(place + 30) + octets.readUInt16LE(place + 32)
  }
  return noms
}

/**
 * The content of the archive's first entry when it is called `nom` and stored as it is, which is
 * how OpenDocument says its type; null otherwise.
 */
export function readPremiere(octets: Buffer, nom: string): string | null {
  if (octets.length < 30 + nom.length || octets.readUInt16LE(8) !== 0) return null
  const debut = 30 + octets.readUInt16LE(26)
  if (octets.toString('latin1', 30, debut) !== nom) return null
  const contenu = debut + octets.readUInt16LE(28)
  return octets.toString('latin1', contenu, contenu + octets.readUInt32LE(18))
}

const LOCALE = 0x04034b50
const STOCKEE = 0
const DEGONFLEE = 8

/** One part, unpacked: never more than `maximum` bytes, whatever its record claims. */
function gonfler(octets: Buffer, place: number, maximum: number): Buffer | null {
  const methode = octets.readUInt16LE(place + 10)
  const taille = octets.readUInt32LE(place + 20)
  const locale = octets.readUInt32LE(place + 42)
  if (locale + 30 > octets.length || octets.readUInt32LE(locale) !== LOCALE) return null
  const debut = locale + 30 + octets.readUInt16LE(locale + 26) + octets.readUInt16LE(locale + 28)
  if (debut + taille > octets.length) return null
  const contenu = octets.subarray(debut, debut + taille)
  if (methode === STOCKEE) return taille > maximum ? null : contenu
  if (methode !== DEGONFLEE) return null
  try {
    return inflateRawSync(contenu, { maxOutputLength: Math.max(1, maximum) })
  } catch {
    return null
  }
}

/**
 * Every part of an archive, unpacked; null when it is broken, 64-bit, or holds more than `maximum`
 * bytes in all: nothing is kept beyond them, whatever the archive claims of itself.
 */
export function unpack(octets: Buffer, maximum: number): { nom: string; contenu: Buffer }[] | null {
  const noms = listEntrees(octets)
  if (!noms) return null
  let place = octets.readUInt32LE(findFin(octets) + 16)
  let reste = maximum
  const parties: { nom: string; contenu: Buffer }[] = []
  for (const nom of noms) {
    const contenu = gonfler(octets, place, reste)
    if (!contenu) return null
    reste -= contenu.length
    parties.push({ nom, contenu })
    place +=
      46 +
      octets.readUInt16LE(place + 28) +
      octets.readUInt16LE(place + 30) +
      octets.readUInt16LE(place + 32)
  }
  return parties
}
