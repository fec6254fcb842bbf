import { fauteJour } from '../champ.ts'

/** What is wrong with a holiday among others; null when all is well. */
export function fauteFerie(ferie: string, autres: readonly string[]): string | null {
  // 2000 has a 29 February: a holiday of every year may fall on it.
  const jour = ferie.length === 5 ? `2000-${ferie}` : ferie
  if (fauteJour(jour))
    return 'Donnez une date qui existe. Exemple\u00a0: 2026-05-01, ou 05-01 chaque année.'
  return autres.includes(ferie) || autres.includes(ferie.slice(5))
    ? 'Ce jour est déjà dans la liste.'
    : null
}

/** Holidays at most, in the list. */
export const FERIES_MAX = 400

/** Those of the year before that this one lacks, moved to it: the same days, to be looked at. */
export function feriesAReprendre(joursFeries: readonly string[], annee: number): string[] {
  return joursFeries
    .filter((ferie) => ferie.startsWith(`${annee - 1}-`))
    .map((ferie) => `${annee}-${ferie.slice(5)}`)
    .filter((ferie) => fauteFerie(ferie, joursFeries) === null)
}
