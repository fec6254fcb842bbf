/** What the letters of a drawing take: `texte` in letters of so many pixels, in pixels. */
export type Mesurer = (texte: string, taille: number) => number

/** Where there is nothing to measure with: wider than letters are, so that none is cut. */
export const mesurerLarge: Mesurer = (texte, taille) => texte.length * taille * 0.7

/**
 * Measures as this element writes. Its figures are all as wide as a zero, which most letters'
 * proportional ones are not (`tabular-nums`).
 */
export function mesureDe(element: Element): Mesurer {
  const toile = document.createElement('canvas').getContext('2d')
  if (!toile) return mesurerLarge
  const { fontFamily, fontWeight } = getComputedStyle(element)
  return (texte, taille) => {
    toile.font = `${fontWeight} ${taille}px ${fontFamily}`
    return toile.measureText(texte.replaceAll(/\d/g, '0')).width
  }
}

/** The words of a text on lines no wider than that; a word alone may be. */
export function couper(texte: string, largeur: number, mesurer: (texte: string) => number) {
  const lignes: string[] = []
  for (const mot of texte.split(' ')) {
    const essai = lignes.length > 0 ? `${lignes.at(-1)} ${mot}` : mot
    if (lignes.length > 0 && mesurer(essai) <= largeur) lignes[lignes.length - 1] = essai
    else lignes.push(mot)
  }
  return lignes
}

/** The widest of these texts. */
export const plusLarge = (textes: readonly string[], mesurer: (texte: string) => number): number =>
  Math.ceil(Math.max(0, ...textes.map(mesurer)))
