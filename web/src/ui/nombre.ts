/** The number that these characters write; null: nothing; undefined: they write none. */
export function lireNombre(saisi: string): number | null | undefined {
  const chiffres = saisi
    .replace(/[\s\u00a0\u202f]/g, '')
    .replace(',', '.')
    .replace('−', '-')
  if (chiffres === '') return null
  return /^-?\d+(?:\.\d+)?$/.test(chiffres) ? Number(chiffres) : undefined
}

/** The same where a number is needed: nothing, or what writes none, is no number. */
export const nombreDe = (saisi: string): number => lireNombre(saisi) ?? Number.NaN
