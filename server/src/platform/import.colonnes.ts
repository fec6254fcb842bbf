import type { Fichier } from '@releve/contract/fichier.ts'
import type { FORMATS_TABLEUR } from '@releve/contract/import.ts'
import { composeTableur } from './tableur.ts'

/** A column of a spreadsheet, written and read. */
export type Colonne<Chose, Champ extends string = string> = {
  entete: string
  ecrire: (chose: Chose) => string | number | null
  /** The field that it fills; absent: told for information, left aside when read. */
  lecture?: Lecture<Champ>
}

export type Lecture<Champ extends string> = {
  champ: Champ
  /** Of a field that is a map, with a column for each of its keys: this one's. */
  cle?: string
  /** The value that a cell gives; null: none; undefined: the cell cannot be understood. */
  lire: (cellule: string) => unknown
  /** What is said of a cell that cannot be understood. */
  attendu?: string
  /** What is said of a value that the schema refuses; absent: its own sentence. */
  conseil?: string
  /** A new thing has none without it. */
  requise?: boolean
  /** Left blank, it says nothing rather than « nothing ». */
  muette?: boolean
}

/** Folded as two spellings of a word are compared. */
export const plier = (texte: string): string =>
  texte.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim()

/** `−1 234,5` as people write it, `1e-7` as programs do; null: nothing; undefined: no number. */
export function readNombre(cellule: string): number | null | undefined {
  if (cellule === '') return null
  const nombre = cellule
    .replace(/[\s\u00A0\u202F]/g, '')
    .replace(',', '.')
    .replace('\u2212', '-')
  return /^[+-]?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i.test(nombre) ? Number(nombre) : undefined
}

/** `2025-03-31` or `31/03/2025`, which is what spreadsheets make of it; null: nothing. */
export function readJour(cellule: string): string | null | undefined {
  if (cellule === '') return null
  const [, jour = '', mois = '', annee] = /^(\d\d?)\/(\d\d?)\/(\d{4})$/.exec(cellule) ?? []
  if (annee) return `${annee}-${mois.padStart(2, '0')}-${jour.padStart(2, '0')}`
  return /^\d{4}-\d\d-\d\d$/.test(cellule) ? cellule : undefined
}

/** Reads the parts of a cell that holds several, whatever parts them. */
export const readParties = (cellule: string): string[] =>
  cellule
    .split(/[,;\n]/)
    .map((partie) => partie.trim())
    .filter(Boolean)

type Export<Chose> = {
  /** Of the file, without its date. */
  nom: string
  feuille: string
  colonnes: readonly Colonne<Chose>[]
}

/** Things as a spreadsheet that the import of the same columns takes back. */
export function composeExport<Chose>(
  { nom, feuille, colonnes }: Export<Chose>,
  choses: readonly Chose[],
  { format, maintenant }: { format: (typeof FORMATS_TABLEUR)[number]; maintenant: Date },
): Promise<Fichier> {
  const tableau = {
    feuille,
    colonnes: colonnes.map(({ entete }) => ({ entete })),
    lignes: choses.map((chose) => colonnes.map(({ ecrire }) => ecrire(chose))),
  }
  return composeTableur(`${nom}-${maintenant.toISOString().slice(0, 10)}`, tableau, format)
}
