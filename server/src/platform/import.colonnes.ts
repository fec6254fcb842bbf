import type { FichierEcrit } from '@releve/contract/fichier.ts'
import { decrireDetail } from '@releve/contract/journal/journal.detail.ts'
import { phraseDe } from '@releve/contract/journal/journal.phrase.ts'
import { enTout, type Tout } from './liste.ts'
import { composeListe, type FormatTableur } from './tableur.ecriture.ts'

/** A column of a spreadsheet, written and read. */
export type Colonne<Chose, Champ extends string = string> = {
  entete: string
  /** In characters; what its first lines ask for when absent. */
  largeur?: number
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
  /** What the list was narrowed by: the query of its call. */
  filtres?: object
}

/** What a query narrows a list by, in words, as the journal says it. */
function direFiltres(query: object): string[] {
  const autres = new Set(['format', 'tri', 'page', 'taille'])
  const filtres = Object.entries(query).filter(([nom]) => !autres.has(nom))
  return decrireDetail(Object.fromEntries(filtres)).map(phraseDe)
}

/** Things as a spreadsheet that the import of the same columns takes back, written as it leaves. */
export function composeExport<Chose>(
  { nom, feuille, colonnes, filtres = {} }: Export<Chose>,
  tout: Tout<Chose>,
  quand: { format: FormatTableur; maintenant: Date },
): FichierEcrit {
  const { total, lots } = enTout(tout, (chose) => colonnes.map(({ ecrire }) => ecrire(chose)))
  const entetes = colonnes.map(({ entete, largeur }) => ({
    entete,
    ...(largeur !== undefined && { largeur }),
  }))
  const dite = { nom, total, filtres: direFiltres(filtres) }
  return composeListe({ feuille, colonnes: entetes, lots }, dite, quand)
}
