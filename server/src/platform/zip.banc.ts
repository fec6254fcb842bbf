import { crc32 } from 'node:zlib'

/** Bytes to store as they are, or already compressed, with the length that the archive claims. */
type Contenu = string | Buffer | { gonfle: Buffer; annonce: number }

function partieDe(nom: string, contenu: Contenu, place: number) {
  const lu = typeof contenu === 'string' ? Buffer.from(contenu) : contenu
  const octets = Buffer.isBuffer(lu) ? lu : lu.gonfle
  const champs = Buffer.alloc(26)
  champs.writeUInt16LE(20, 0)
  champs.writeUInt16LE(Buffer.isBuffer(lu) ? 0 : 8, 4)
  champs.writeUInt32LE(Buffer.isBuffer(lu) ? crc32(lu) : 0, 10)
  champs.writeUInt32LE(octets.length, 14)
  champs.writeUInt32LE(Buffer.isBuffer(lu) ? lu.length : lu.annonce, 18)
  champs.writeUInt16LE(Buffer.byteLength(nom), 22)
  const fin = Buffer.alloc(14)
  fin.writeUInt32LE(place, 10)
  return {
    locale: Buffer.concat([Buffer.from('PK\u0003\u0004'), champs, Buffer.from(nom), octets]),
    centrale: Buffer.concat([Buffer.from('PK\u0001\u0002\u0014\0'), champs, fin, Buffer.from(nom)]),
  }
}

/** A zip archive of these parts, as hostile as one likes. */
export function composeZip(parties: [string, Contenu][]): Buffer {
  const locales: Buffer[] = []
  const centrales: Buffer[] = []
  let place = 0
  for (const [nom, contenu] of parties) {
    const { locale, centrale } = partieDe(nom, contenu, place)
    locales.push(locale)
    centrales.push(centrale)
    place += locale.length
  }
  const centrale = Buffer.concat(centrales)
  const fin = Buffer.alloc(22)
  fin.write('PK\u0005\u0006', 'latin1')
  fin.writeUInt16LE(parties.length, 8)
  fin.writeUInt16LE(parties.length, 10)
  fin.writeUInt32LE(centrale.length, 12)
  fin.writeUInt32LE(place, 16)
  return Buffer.concat([...locales, centrale, fin])
}
