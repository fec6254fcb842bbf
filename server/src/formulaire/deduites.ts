import { ecrireChiffres } from '@releve/contract/exact.ts'
import type { TexteJson } from '@releve/contract/json.ts'
import type { Calcul } from '@releve/contract/modele/calcul.ts'
import { celluleDe, type ModeleCompile } from '@releve/contract/modele/compile.ts'
import type { Donnees, Valeur } from '@releve/contract/modele/modele.schema.ts'

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

type Brouillon = { deduites: Deduites | null; recalcul: boolean; donnees: TexteJson<Donnees> }

/** The same of a draft that is opened: they are kept, unless they are still to be computed. */
export function deduitesA(
  { deduites, recalcul, donnees }: Brouillon,
  calcul: Pick<Calcul, 'donnees'>,
): Deduites | null {
  return recalcul ? deduitesDe(donnees.lire(), calcul.donnees()) : deduites
}

/** How many cells a line of the history names. */
const NOMMEES_MAX = 20

const ecrire = (valeur: Valeur | null | undefined): string => {
  if (valeur === null || valeur === undefined) return 'vide'
  return typeof valeur === 'number' ? ecrireChiffres(valeur).replace('.', ',') : String(valeur)
}

/**
 * What the history of a draft says of its computed cells that nobody entered: what they held at the
 * last save, and hold since, digit by digit; null where there are none.
 */
export function direDeduites(
  compile: ModeleCompile,
  gardees: Donnees,
  deduites: Deduites | null,
): string | null {
  const changements = Object.entries(deduites ?? {}).flatMap(([adresse, valeur]) => {
    const cellule = celluleDe(compile, adresse)
    const dite = `«\u00a0${cellule?.libelle}\u00a0», ${ecrire(gardees[adresse])} devient ${ecrire(valeur)}`
    return cellule?.calculee ? [dite] : []
  })
  if (changements.length === 0) return null
  const reste = changements.length - NOMMEES_MAX
  const suite = reste > 0 ? [`et ${reste} de plus`] : []
  return `Calculé de nouveau\u00a0: ${[...changements.slice(0, NOMMEES_MAX), ...suite].join('\u202f; ')}.`
}
