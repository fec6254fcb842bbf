/** What was typed as steps, « −3, 0, 5 »: distinct, ascending; null when it is not that. */
export function lireEtapes(texte: string): number[] | null {
  const mots = texte
    .replaceAll('−', '-')
    .split(/[\s,;]+/)
    .filter(Boolean)
  if (mots.some((mot) => !/^[+-]?\d{1,3}$/.test(mot))) return null
  return [...new Set(mots.map(Number))].toSorted((a, b) => a - b)
}

/** The same as one writes them. */
export const ecrireEtapes = (etapes: readonly number[]): string =>
  etapes.map((etape) => String(etape).replace('-', '−')).join(', ')
