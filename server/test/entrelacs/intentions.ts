import { ETATS } from '@releve/contract/formulaire/formulaire.schema.ts'
import fc from 'fast-check'

/** What somebody may try, and how often it is drawn. */
const SORTES = {
  enregistrer: 3,
  modifier: 26,
  commenter: 4,
  justifier: 5,
  avancer: 36,
  soumettre: 2,
  valider: 2,
  approuver: 2,
  diffuser: 2,
  renvoyer: 3,
  forcer: 4,
  annuler: 3,
  remarquer: 5,
  rouvrir: 2,
  terminer: 1,
  regler: 2,
  debuter: 2,
  fiche: 3,
  etatStructure: 1,
  code: 1,
  lire: 12,
  listerMois: 3,
  listerPays: 2,
  historique: 1,
} as const
export type Sorte = keyof typeof SORTES

/** An act as drawn: who and what, by ranks among what there is when it is done. */
export type Intention = {
  sorte: Sorte
  qui: number
  processus: number
  structure: number
  modele: number
  mois: number
  /** The act is about the form that everybody is at. */
  chaude: boolean
  /** How many versions behind what it has seen. */
  retard: number
  /** Which cells, and what goes in them; 9 erases. */
  valeurs: readonly { cellule: number; valeur: number }[]
  etat: (typeof ETATS)[number]
  choix: number
}

const TOUTES = Object.entries(SORTES) as [Sorte, number][]

const zIntention: fc.Arbitrary<Intention> = fc.record({
  sorte: fc.oneof(...TOUTES.map(([sorte, weight]) => ({ weight, arbitrary: fc.constant(sorte) }))),
  qui: fc.nat(99),
  processus: fc.nat(1),
  structure: fc.nat(2),
  modele: fc.constantFrom(0, 0, 0, 0, 1, 1, 2, 2, 3),
  mois: fc.constantFrom(0, 1, 1, 2, 2, 2, 3, 3, 3),
  chaude: fc.boolean(),
  retard: fc.constantFrom(0, 0, 0, 0, 0, 1, 2, 4),
  valeurs: fc.array(fc.record({ cellule: fc.nat(99), valeur: fc.nat(9) }), {
    minLength: 1,
    maxLength: 3,
  }),
  etat: fc.constantFrom(...ETATS),
  choix: fc.nat(999),
})

/** So many acts, always the same ones for a seed. */
export const tirer = (nombre: number, graine: number): Intention[] =>
  fc.sample(zIntention, { numRuns: nombre, seed: graine })
