import type { Fraction } from '../exact.ts'
import type { Contexte, Donnees, Valeur } from './modele.schema.ts'

/** Blank, or what cannot be computed. */
export type PeutEtre<T> = T | undefined

/** What a formula computes with: inside it a figure may be a fraction, which no cell keeps. */
export type Operande = Valeur | Fraction

/** One row of a repeating table, by rank of column. */
export type LigneEtat = { valeurs: PeutEtre<Valeur>[]; partiels: PeutEtre<number>[] }

/** Rows by id; `ids` in the order of display: shorter first, then alphabetical. */
export type TableauEtat = { ids: string[]; lignes: Map<string, LigneEtat> }

/** All that a compiled formula reads: the values of one form, by rank of cell. */
export type Etat = {
  valeurs: PeutEtre<Valeur>[]
  /** Sum so far of a total that is not whole. */
  partiels: PeutEtre<number>[]
  tableaux: TableauEtat[]
  /** The row whose formula runs. */
  ligne: LigneEtat
  contexte: Contexte
  /** What formulas need from other forms, read once: the context of a form does not change. */
  exterieurs: PeutEtre<Operande>[]
}

/** Reads a value; ND and SO are absent, like a blank. */
export type Lecture = (etat: Etat) => PeutEtre<Operande>

/** A value from other forms, computed when a form is opened. */
export type Exterieur = (contexte: Contexte) => PeutEtre<Operande>

export const LIGNE_ABSENTE: LigneEtat = { valeurs: [], partiels: [] }

/** Key of the values of a form in `Contexte.autres`. */
export function cleContexte(modele: string, mois: string): string {
  return `${modele}@${mois}`
}

/** Own keys only: a cell named like a method of `Object` must read as absent. */
export function lireDonnee(donnees: PeutEtre<Donnees>, cle: string): PeutEtre<Valeur> {
  return donnees && Object.hasOwn(donnees, cle) ? donnees[cle] : undefined
}
