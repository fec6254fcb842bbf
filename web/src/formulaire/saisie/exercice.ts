import { createContext, type ReactNode, useContext } from 'react'

/** The screen of a report that is an exercise: nothing of it is sent, and it says so. */
export type Exercice = {
  /** In the place of what says whose report it is. */
  bandeau: ReactNode
  /** Leads back to the steps. */
  allerAuxEtapes: () => void
  /** What submitting would say. */
  surSoumettre: () => void
}

export const ExerciceContext = createContext<Exercice | null>(null)

/** Null for a report that counts. */
export const useExercice = () => useContext(ExerciceContext)
