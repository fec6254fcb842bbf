import type { Resume } from '@releve/contract/formulaire/formulaire.schema.ts'
import { differer } from '../../app/differe.tsx'
import type { LigneLaissee } from '../../ui/PanneauLot.tsx'
import type { ActeDecision } from '../formulaire.queries.ts'

export type Decision = {
  acte: ActeDecision
  formulaires: readonly Resume[]
  /** Chosen too, and left out: which, and why. */
  ecartes?: readonly LigneLaissee[]
}

/** The question asked before forms are accepted; its code is read when it is first asked. */
export const useDecision = differer<Decision>(() => import('./DecisionDialogue.tsx'))
