import { differer } from '../app/differe.tsx'
import type { LigneRelance } from './relance.queries.ts'

/** The question asked before structures are reminded; its code is read when it is first asked. */
export const useRelance = differer<{ lignes: readonly LigneRelance[] }>(
  () => import('./RelancerDialogue.tsx'),
)
