import type { Donnees } from '@releve/contract/modele/modele.schema.ts'

/**
 * What computed cells hold now that they did not at the last save of a draft: null, nothing.
 * Another month, or the record of the structure, has changed: the draft's own values wait for its
 * next save, which tells them in its history.
 */
export type Deduites = Record<string, Donnees[string] | null>

/** What these values have become; null: nothing else. */
export function deduitesDe(gardees: Donnees, calculees: Donnees): Deduites | null {
  const deduites: Deduites = {}
  for (const cellule of new Set([...Object.keys(gardees), ...Object.keys(calculees)])) {
    const valeur = calculees[cellule] ?? null
    if (valeur !== (gardees[cellule] ?? null)) deduites[cellule] = valeur
  }
  return Object.keys(deduites).length > 0 ? deduites : null
}

/** The values with what they have become. */
export function avecDeduites(gardees: Donnees, deduites: Deduites): Donnees {
  const toutes = Object.entries({ ...gardees, ...deduites })
  return Object.fromEntries(
    toutes.flatMap(([cellule, valeur]) => (valeur === null ? [] : [[cellule, valeur] as const])),
  )
}
