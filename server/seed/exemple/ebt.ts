import type { Donnees } from '@releve/contract/modele/modele.schema.ts'
import { type Alea, alea, entier } from './alea.ts'
import { nombreDe, type Situation } from './situation.ts'

/** What a quarter costs for each post, in thousands of francs, by nature. */
const PAR_POSTE = { PERS: 420, BIENS: 160, ENTR: 45, INV: 70 }
const MILLE = 1_000
/** Bills that a first quarter finds unpaid, for each post. */
const IMPAYES = 12

const part = (hasard: Alea, montant: number, min: number, max: number) =>
  Math.round((montant * entier(hasard, min, max)) / 100 / MILLE) * MILLE

/**
 * A quarter of the budget of a structure on which no control fires: the entered cells of the EBT.
 * What is engaged is within what was notified, and what is paid within what is engaged.
 */
export function exempleEbt({ structure, precedent, graine }: Situation): Donnees {
  const hasard = alea(graine)
  const postes = Object.values(structure.postesReference).reduce((a, b) => a + b, 0)
  const donnees: Donnees = {}
  let engage = 0
  for (const [nature, cout] of Object.entries(PAR_POSTE)) {
    const notifie = part(hasard, cout * MILLE * postes, 92, 108)
    const signe = part(hasard, notifie, 82, 98)
    donnees[`CRED.${nature}.DOT`] = notifie
    donnees[`CRED.${nature}.ENG`] = signe
    donnees[`CRED.${nature}.PAYE`] = part(hasard, signe, 86, 99)
    engage += signe
  }
  donnees['ARR.DEB'] = precedent ? nombreDe(precedent, 'ARR.FIN') : IMPAYES * MILLE * postes
  donnees['ARR.FIN'] = part(hasard, engage, 1, 4)
  return donnees
}
