import type { Cellule, CleFormule } from './cellule.ts'

/** What bare codes mean in a formula: the siblings of its cell. */
export type Portee = {
  /** Address of the sibling of that code, or null. */
  voisin: (code: string) => string | null
  /** Addresses of the siblings that are not computed: a bare `*`. */
  voisins: () => string[]
}

/** A formula of a cell, with what `$` and bare codes mean in it. */
export type FormuleSituee = { texte: string; dollar: string; portee: Portee }

/** A cell before its formulas are compiled. */
export type CelluleSource = {
  cellule: Cellule
  formules: Partial<Record<CleFormule, FormuleSituee>>
}

/** A repeating table: its columns are cells of no row, `ACT.*.INTITULE`. */
export type Tableau = {
  code: string
  libelle: string
  rang: number
  /** Rank of its first column among those of all the tables. */
  debut: number
  lignesMax: number
  colonnes: readonly Cellule[]
  parCode: ReadonlyMap<string, Cellule>
}

/** Where the value of an address stands: a cell of the model, or a column in a row of a table. */
export type Place = {
  adresse: string
  cellule: Cellule
  tableau: Tableau | null
  ligne: string | null
}

/** Codes along each axis of a section, and those that are computed: what `*` ranges over. */
export type Axe = { codes: ReadonlySet<string>; libres: readonly string[] }

/** A model laid flat, in the order of the screen. */
export type Plan = {
  cellules: Map<string, Cellule>
  sources: CelluleSource[]
  tableaux: Tableau[]
  parCode: Map<string, Tableau>
  /** Columns of the repeating tables, table after table. */
  colonnes: CelluleSource[]
  axes: Map<string, Axe[]>
  /** Sections that have cells, in order. */
  parcours: ({ places: Place[] } | { tableau: Tableau })[]
  doublons: string[]
}

export function ajouter(plan: Plan, source: CelluleSource) {
  const { adresse } = source.cellule
  if (plan.cellules.has(adresse)) plan.doublons.push(adresse)
  plan.cellules.set(adresse, source.cellule)
  plan.sources.push(source)
}

export function axeDe(modalites: readonly { code: string; formule?: string | undefined }[]): Axe {
  return {
    codes: new Set(modalites.map(({ code }) => code)),
    libres: modalites.filter(({ formule }) => formule === undefined).map(({ code }) => code),
  }
}
