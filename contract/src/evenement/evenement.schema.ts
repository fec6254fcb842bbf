import type { Etat } from '../formulaire/formulaire.schema.ts'

/** A form has changed: what it is, and where it now stands. */
export type EvenementFormulaire = {
  genre: 'FORMULAIRE'
  numero: string
  /** Code of its structure, and of its model. */
  structure: string
  modele: string
  mois: number
  annee: number
  etat: Etat
  version: number
  /** Who changed it last. */
  par: string | null
}

/**
 * What a stream says: identifiers and states, never a figure. Whoever hears it asks again for what
 * he shows of it. `PRET`: all that was missed has been said. `RECOMMENCER`: too much was missed, or
 * too long ago; all that is shown is asked for again.
 */
export type Evenement =
  | EvenementFormulaire
  | { genre: 'PIECE'; numero: string }
  /** Who has this form open has changed, for those who do. */
  | { genre: 'PRESENCE'; numero: string }
  | { genre: 'MESSAGE' }
  | { genre: 'PRET' }
  | { genre: 'RECOMMENCER' }
