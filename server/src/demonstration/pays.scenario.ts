import type { Etat } from '@releve/contract/formulaire/formulaire.schema.ts'
import { type Alea, alea, entier, type Poids, tirer } from '../../seed/exemple/alea.ts'
import type { Scenario } from './scenario.ts'

/** No form. */
const RIEN = 'RIEN'

/** Out of 100: where the forms stand, by months back from the current one. */
const ETATS: Poids[] = [
  { [RIEN]: 90, BROUILLON: 10 },
  { SOUMIS: 40, VALIDE: 25, APPROUVE: 15, DIFFUSE: 5, BROUILLON: 8, [RIEN]: 7 },
  { DIFFUSE: 88, APPROUVE: 6, VALIDE: 4, SOUMIS: 2 },
]
const PART_MUETTE = 0.03
const PART_TARDIVE = 0.1
const CORRECTIONS: Record<string, { cellule: string; ecart: number }> = {
  RMA: { cellule: 'PREST.SANTE.ACTES', ecart: 14 },
  EPM: { cellule: 'FORM_JOURS', ecart: 3 },
  SMP: { cellule: 'VIS_FAM', ecart: -20 },
}

function etatTire(hasard: Alea, poids: Poids): Etat | null {
  const [tire] = Object.entries(tirer(hasard, 1, poids)).find(([, nombre]) => nombre === 1) ?? []
  // The keys of the weights above are states, but for the one that says that there is no form.
  return tire === undefined || tire === RIEN ? null : (tire as Etat)
}

/** How a structure of the large country reports; the same `souche` always does it alike. */
export function scenarioDuPays(souche: number, modeles: readonly string[]): Scenario {
  const hasard = alea(souche + 7_919)
  const sort = hasard()
  if (sort < PART_MUETTE) return { muette: true }
  const etats = ETATS.map((poids) =>
    Object.fromEntries(modeles.map((modele) => [modele, etatTire(hasard, poids)])),
  )
  const tardive = sort < PART_MUETTE + PART_TARDIVE
  const corrections = modeles.flatMap((modele) => {
    const correction = CORRECTIONS[modele]
    return correction ? [{ modele, recul: entier(hasard, 3, 40), ...correction }] : []
  })
  return { etats: { ...etats }, corrections, ...(tardive ? { retard: [1, 14] as const } : {}) }
}
