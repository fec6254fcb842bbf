import type { Cellule } from './cellule.ts'
import type { Exterieur, Lecture } from './etat.ts'
import type { Besoin, Expression } from './expression.ts'
import type { Message } from './message.ts'
import type { Modele, Niveau } from './modele.schema.ts'
import type { Place, Tableau } from './plan.ts'
import type { RythmeAvant } from './rythme.ts'

/** The formulas of a cell, ready to run; those of a row's column run once per row. */
export type FormulesCellule = {
  formule: Expression | null
  prerempli: Expression | null
  soSi: Lecture | null
  requisSi: Lecture | null
  commentaireSi: Lecture | null
}

/** One control for one value of `pourChaque`. */
export type ControleCompile = {
  cle: string
  code: string
  niveau: Niveau
  cellules: string[]
  lire: Lecture
  message: Message
}

/** What is evaluated when something it reads changes. */
export type NoeudCompile =
  | { sorte: 'cellule'; cellule: Cellule; formules: FormulesCellule }
  | { sorte: 'colonne'; tableau: Tableau; cellule: Cellule; formules: FormulesCellule }
  | { sorte: 'condition'; cellule: Cellule; quoi: 'requisSi' | 'commentaireSi'; lire: Lecture }
  | { sorte: 'controle'; rang: number }

/** `memeLigne`: only the same row of the table is concerned. */
export type Arete = { vers: number; memeLigne: boolean }

/**
 * A model ready to run: immutable, shared by every form entered with it. Nodes are numbered cells
 * first, by rank, then columns of repeating tables, conditions, controls.
 */
export type ModeleCompile = {
  modele: Modele
  /** What was expected before its first month, where that was another rhythm. */
  avant: RythmeAvant | null
  /** Cells by address, in the order of the screen; those of repeating tables: `celluleDe`. */
  cellules: ReadonlyMap<string, Cellule>
  tableaux: readonly Tableau[]
  /** Sections that have cells, in order. */
  parcours: readonly ({ places: readonly Place[] } | { tableau: Tableau })[]
  formules: readonly FormulesCellule[]
  /** By rank of table, then of column. */
  formulesTableaux: readonly (readonly FormulesCellule[])[]
  controles: readonly ControleCompile[]
  noeuds: readonly NoeudCompile[]
  /** Ids of the nodes, each after those that it reads. */
  ordre: readonly number[]
  /** Place of each node in `ordre`. */
  places: readonly number[]
  dependants: readonly (readonly Arete[])[]
  exterieurs: readonly Exterieur[]
  besoins: readonly Besoin[]
}
