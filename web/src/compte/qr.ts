/** A QR code (lines of `0` and `1`) as the data of one SVG path: a rectangle per run of black. */
export function traceDe(qr: readonly string[]): string {
  const carres = qr.flatMap((ligne, y) =>
    [...ligne.matchAll(/1+/g)].map(
      ({ index, 0: suite }) => `M${index} ${y}h${suite.length}v1h-${suite.length}z`,
    ),
  )
  return carres.join('')
}

/** A secret by groups of four, as one copies it. */
export const enGroupes = (secret: string): string => secret.replace(/(.{4})(?=.)/g, '$1 ')
