import type { Calcul } from './calcul.ts'
import type { Controle } from './modele.schema.ts'

/** What keeps a form from being submitted: nothing in the three, and it may be. */
export type Empechements = {
  /** Cells to fill, or to comment. */
  manquants: string[]
  bloquants: Controle[]
  /** Warnings without a valid justification. */
  aJustifier: Controle[]
}

export function peutSoumettre(calcul: Calcul): Empechements {
  return {
    manquants: calcul.manquants(),
    bloquants: calcul.resultats().filter(({ niveau }) => niveau === 'BLOQUANT'),
    aJustifier: calcul.aJustifier(),
  }
}
