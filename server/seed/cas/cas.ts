import type { Contexte, Donnees, Modifications } from '@releve/contract/modele/modele.schema.ts'
import type { Poids } from '../exemple/alea.ts'
import { poserColonne } from '../exemple/situation.ts'

/** A control broken on purpose in a month where none fires: what is changed, what must be said. */
export type Cas = {
  cle: string
  casser: Modifications
  contexte?: Partial<Contexte>
  message: string
}

/** A whole column of a codified matrix, 0 where `valeurs` says nothing. */
export function colonne(
  section: string,
  codification: string,
  code: string,
  valeurs: Poids = {},
): Donnees {
  const donnees: Donnees = {}
  poserColonne(donnees, section, codification, code, valeurs)
  return donnees
}
