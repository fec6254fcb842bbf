import type { NombreExact } from '../exact.ts'
import type { Cellule } from './cellule.ts'
import type { Etat, Exterieur, Lecture, PeutEtre } from './etat.ts'
import type { Noeud } from './formule.ast.ts'
import { lireFormule } from './formule.parser.ts'
import { FormuleInvalide, ModeleDemesure } from './modele.invalide.ts'
import type { Nature } from './modele.schema.ts'
import type { Plan, Portee } from './plan.ts'
import type { Rythme } from './rythme.ts'

export type Type = 'nombre' | 'texte' | 'booleen' | 'date'

/** What a function with several values ranges over: one reading per value, rows counted as such. */
export type Terme = {
  /** Calls `voir` once per value, with ND and SO as they are, and the part of an unfinished total. */
  parcourir: (etat: Etat, voir: (valeur: unknown, partiel: PeutEtre<NombreExact>) => void) => void
}

/** A formula, or a part of one, ready to run. */
export type Expression = {
  type: Type
  /** The value; undefined when blank, ND, SO or not computable. */
  lire: Lecture
  /** Cells and totals only: the same, but ND and SO stand as they are. */
  etat: Lecture | null
  /** Cells and totals only: the sum so far while a total is not whole. */
  partiel: ((etat: Etat) => PeutEtre<NombreExact>) | null
  /** The cell it names, if it is one: how to display the value, and what a text may be. */
  cellule: Cellule | null
}

/**
 * A value from another form: which form, which months counted from this one, which cell. `ANNEE`: the
 * expected months of the year before it; `derniers`: so many expected months before it.
 */
export type Besoin = {
  modele: string
  cellule: string
  decalages: readonly number[] | 'ANNEE' | { derniers: number }
}

/** What a formula was found to read while it was compiled. */
export type Lectures = {
  /** Ids of the nodes read: a cell's rank, or the number of cells plus the rank of a column. */
  noeuds: Set<number>
  /** Columns read in the same row only. */
  memeLigne: Set<number>
}

/** What the formulas of a model share: compiled once, run for every form. */
export type Atelier = {
  plan: Plan
  codeModele: string
  rythme: Rythme
  exterieurs: Exterieur[]
  besoins: Besoin[]
  rangsExterieurs: Map<string, number>
  /** Formulas already read, by their text: a section's is that of each of its cells. */
  lues: Map<string, Noeud>
  /** Steps left of `BORNES_MODELE.travail`. */
  reste: number
}

/** Where a formula stands. */
export type Situation = {
  atelier: Atelier
  dollar: string | null
  portee: Portee | null
  /** Code of the repeating table whose row is being computed. */
  tableau: string | null
  seuils: Record<string, number>
  lectures: Lectures
}

/** @throws ModeleDemesure once a model has taken more steps than it may. */
export function compterTravail(atelier: Atelier, pas: number): void {
  atelier.reste -= pas
  if (atelier.reste < 0)
    throw new ModeleDemesure(
      'Les formules de ce modèle demandent trop de calculs\u00a0: faites des totaux de totaux, ou répartissez-le en deux modèles.',
    )
}

/** Reads a formula, once for all the cells that share it. @throws FormuleInvalide */
export function lireUneFois({ lues }: Atelier, texte: string): Noeud {
  const noeud = lues.get(texte) ?? lireFormule(texte)
  lues.set(texte, noeud)
  return noeud
}

export function creerLectures(): Lectures {
  return { noeuds: new Set(), memeLigne: new Set() }
}

export function typeDe(nature: Nature): Type {
  if (nature === 'texte' || nature === 'texteLong' || nature === 'liste') return 'texte'
  if (nature === 'date' || nature === 'booleen') return nature
  return 'nombre'
}

const NOMS: Record<Type, string> = {
  nombre: 'un nombre',
  texte: 'un texte',
  booleen: 'une condition (vrai ou faux)',
  date: 'une date',
}

/** @throws FormuleInvalide at the node when the type is another. */
export function exigerType(expression: Expression, type: Type, noeud: Noeud) {
  if (expression.type !== type)
    throw new FormuleInvalide(
      `Il faut ici ${NOMS[type]}, et c’est ${NOMS[expression.type]}.`,
      noeud.position,
      'TYPE',
    )
}

/** A value that is neither a cell nor a total. */
export function simple(type: Type, lire: Lecture): Expression {
  return { type, lire, etat: null, partiel: null, cellule: null }
}
