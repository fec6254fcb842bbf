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
export function lireDimensions(octets: Buffer, format: 'PNG' | 'JPG'): Dimensions | null {
  const dimensions = format === 'PNG' ? dimensionsPng(octets) : dimensionsJpg(octets)
  return dimensions && dimensions.largeur > 0 && dimensions.hauteur > 0 ? dimensions : null
}
