import { crc32, deflateRawSync } from 'node:zlib'

/** A part, as hostile as one likes: what it holds, and what its two records say of it. */
export type Partie = {
  contenu: string | Buffer
  /** Kept compressed. */
  degonflee?: boolean
  /** As streaming writers do: the sizes come after the content, its own header leaves them blank. */
  suivie?: boolean
  extra?: Buffer
  /** Changes the part's own header (30 bytes), or its record in the directory (46 bytes). */
  locale?: (enTete: Buffer) => void
  centrale?: (enTete: Buffer) => void
}

/** What comes after the parts: all of it as it should be, unless said otherwise. */
type Fin = {
  commentaire?: string
  /** Where the archive starts in the file that it will be a part of. */
  depuis?: number
  /** Between the directory and the closing record. */
  avantFin?: Buffer
  fin?: (enTete: Buffer) => void
}

const enTete = (signature: number, octets: number): Buffer => {
  const tampon = Buffer.alloc(octets)
  tampon.writeUInt32LE(signature)
  return tampon
}

/** What follows the content of a part whose header left its sizes blank. */
function suiteDe(champs: Buffer): Buffer {
  return Buffer.concat([enTete(0x08074b50, 4), champs.subarray(14, 26)])
}

function enTetesDe(nom: string, octets: Buffer, brut: Buffer, partie: Partie) {
  const locale = enTete(0x04034b50, 30)
  locale.writeUInt16LE(20, 4)
  locale.writeUInt16LE(partie.suivie ? 8 : 0, 6)
  locale.writeUInt16LE(partie.degonflee ? 8 : 0, 8)
  locale.writeUInt32LE(crc32(brut), 14)
  locale.writeUInt32LE(octets.length, 18)
  locale.writeUInt32LE(brut.length, 22)
  locale.writeUInt16LE(Buffer.byteLength(nom), 26)
  const centrale = enTete(0x02014b50, 46)
  locale.copy(centrale, 6, 4, 28)
  const suite = partie.suivie ? suiteDe(locale) : Buffer.alloc(0)
  if (partie.suivie) locale.fill(0, 14, 26)
  return { locale, centrale, suite }
}

function partieDe(nom: string, partie: Partie, place: number) {
  const brut = Buffer.from(partie.contenu)
  const octets = partie.degonflee ? deflateRawSync(brut, { level: 9 }) : brut
  const { locale, centrale, suite } = enTetesDe(nom, octets, brut, partie)
  const extra = partie.extra ?? Buffer.alloc(0)
  centrale.writeUInt16LE(extra.length, 30)
  centrale.writeUInt32LE(place, 42)
  partie.locale?.(locale)
  partie.centrale?.(centrale)
  return {
    locale: Buffer.concat([locale, Buffer.from(nom), octets, suite]),
    centrale: Buffer.concat([centrale, Buffer.from(nom), extra]),
  }
}

export type Parties = readonly (readonly [nom: string, partie: Partie | string | Buffer])[]

/** The pieces of an archive, for who would put them together otherwise. */
export function piecesDe(parties: Parties, { commentaire = '', depuis = 0, ...autour }: Fin = {}) {
  const locales: Buffer[] = []
  const centrales: Buffer[] = []
  let place = depuis
  for (const [nom, donnee] of parties) {
    const simple = typeof donnee === 'string' || Buffer.isBuffer(donnee)
    const { locale, centrale } = partieDe(nom, simple ? { contenu: donnee } : donnee, place)
    locales.push(locale)
    centrales.push(centrale)
    place += locale.length
  }
  const repertoire = Buffer.concat(centrales)
  const fin = enTete(0x06054b50, 22)
  fin.writeUInt16LE(parties.length, 8)
  fin.writeUInt16LE(parties.length, 10)
  fin.writeUInt32LE(repertoire.length, 12)
  fin.writeUInt32LE(place, 16)
  fin.writeUInt16LE(Buffer.byteLength(commentaire), 20)
  autour.fin?.(fin)
  return { locales: Buffer.concat(locales), repertoire, fin, suite: Buffer.from(commentaire) }
}

/** A zip archive of these parts. */
export function composeZip(parties: Parties, fin: Fin = {}): Buffer {
  const pieces = piecesDe(parties, fin)
  const avant = fin.avantFin ?? Buffer.alloc(0)
  return Buffer.concat([pieces.locales, pieces.repertoire, avant, pieces.fin, pieces.suite])
}
