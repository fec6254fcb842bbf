import type { Champ } from '@releve/contract/champ.ts'
import { libelleColonne } from '@releve/contract/champs.ts'
import type { FichierEcrit } from '@releve/contract/fichier.ts'
import { decrireDetail } from '@releve/contract/journal/journal.detail.ts'
import { phraseDe } from '@releve/contract/journal/journal.phrase.ts'
import { LIBELLES_MOIS, MOIS } from '@releve/contract/mois.ts'
import { enTout, type Tout } from './liste.ts'
import { plier } from './tableur.cases.ts'
import { composeListe, type Feuille, type FormatTableur } from './tableur.ecriture.ts'

/** A column of a spreadsheet, written and read. */
export type Colonne<Chose, Nom extends string = string> = {
  entete: string
  /** In characters; what its first lines ask for when absent. */
  largeur?: number
  ecrire: (chose: Chose) => string | number | null
  /** The field that it fills; absent: told for information, left aside when read. */
  lecture?: Lecture<Nom>
}

export type Lecture<Nom extends string> = {
  champ: Nom
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

/** `−1 234,5` as people write it, `1e-7` as programs do; null: nothing; undefined: no number. */
function readNombre(cellule: string): number | null | undefined {
  if (cellule === '') return null
  const nombre = cellule
    .replace(/[\s\u00a0\u202f]/g, '')
    .replace(',', '.')
    .replace('\u2212', '-')
  return /^[+-]?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i.test(nombre) ? Number(nombre) : undefined
}

/** `2025-03-31` or `31/03/2025`, which is what spreadsheets make of it; null: nothing. */
function readJour(cellule: string): string | null | undefined {
  if (cellule === '') return null
  const [, jour = '', mois = '', annee] = /^(\d\d?)\/(\d\d?)\/(\d{4})$/.exec(cellule) ?? []
  if (annee) return `${annee}-${mois.padStart(2, '0')}-${jour.padStart(2, '0')}`
  return /^\d{4}-\d\d-\d\d$/.test(cellule) ? cellule : undefined
}

const telle = (cellule: string): string => cellule
export const readOuRien = (cellule: string): string | null => cellule || null

/** How a cell is read, by the kind of its field: a text as it is, which its schema judges. */
function lectureDe({ sorte }: Champ): Pick<Lecture<string>, 'lire' | 'attendu'> {
  if (sorte === 'nombre') return { lire: readNombre, attendu: 'Donnez un nombre, ou rien.' }
  if (sorte !== 'jour') return { lire: telle }
  return { lire: readJour, attendu: 'Donnez une date, par exemple 31/03/2025.' }
}

/**
 * The column of a field, as its table says it: its heading, what it writes, how it is read. `propre`:
 * what its table does not say.
 */
export function colonneDe<Nom extends string, Chose>(
  champ: Nom,
  dit: Champ,
  ecrire: Colonne<Chose>['ecrire'],
  propre: Partial<Lecture<Nom>> = {},
): Colonne<Chose, Nom> & { lecture: Lecture<Nom> } {
  return { entete: libelleColonne(dit), ecrire, lecture: { champ, ...lectureDe(dit), ...propre } }
}

/** The names of the months, in French and as the API names them. */
const NOMS_DES_MOIS = MOIS.map((mois) => [plier(LIBELLES_MOIS[mois]), plier(mois)])

/** The month that a word names, or begins by three letters and that alone: « nov. », « févr. »; 1 to 12. */
function moisNomme(mot: string): number | null {
  const debut = plier(mot).replace(/\.$/, '')
  if (debut.length < 3) return null
  const exact = NOMS_DES_MOIS.findIndex((noms) => noms.includes(debut))
  const commencent = NOMS_DES_MOIS.flatMap((noms, rang) =>
    noms.some((nom) => nom.startsWith(debut)) ? [rang] : [],
  )
  const [seul] = exact >= 0 ? [exact] : commencent.length === 1 ? commencent : []
  return seul === undefined ? null : seul + 1
}

/** A month, 1 to 12, and its year where it is said. */
export type MoisLu = { mois: number; annee: number | null }

/** Forms of a month: its groups are the year, and the month by its number. */
const FORMES_MOIS = [
  // `2026-11`, and the day that a cell shown as a month holds.
  /^(?<annee>\d{4})[-/ ](?<mois>\d\d?)(?:[-/ ]\d\d)?$/,
  // `11/2026`, and its first day: another one may be a month first, a day next.
  /^(?:0?1[-/])?(?<mois>\d\d?)[-/ ](?<annee>\d{4})$/,
  /^(?<mois>\d\d?)$/,
  // « nov. 2026 », « nov-26 », « novembre ».
  /^(?<nom>\p{L}+\.?)(?:[-/ ]*(?<annee>\d{4}|(?<=\D)\d\d))?$/u,
]

/**
 * A month as people and spreadsheets write it: « novembre 2026 », « nov. 2026 », `nov-26`,
 * `11/2026`, `2026-11`, `2026-11-01`, `01/11/2026`, « novembre », `NOVEMBER`, `11`. Null: none, or
 * one that may be two.
 */
export function readMois(cellule: string): MoisLu | null {
  const texte = cellule.normalize('NFC').replace(/\s+/g, ' ').trim()
  for (const forme of FORMES_MOIS) {
    const { annee, mois, nom } = forme.exec(texte)?.groups ?? {}
    if (mois === undefined && nom === undefined) continue
    const numero = nom === undefined ? Number(mois) : moisNomme(nom)
    if (numero === null || numero < 1 || numero > 12) return null
    if (annee === undefined) return { mois: numero, annee: null }
    return { mois: numero, annee: annee.length === 2 ? 2000 + Number(annee) : Number(annee) }
  }
  return null
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
  /** Reports that it tells of were being computed again. */
  recalcul?: true | undefined
  /** Sheets beside it, written after it; a CSV has none. */
  annexes?: readonly Feuille[]
}

/** What a query narrows a list by, in words, as the journal says it. */
function direFiltres(query: object): string[] {
  const autres = new Set(['format', 'tri', 'page', 'taille'])
  const filtres = Object.entries(query).filter(([nom]) => !autres.has(nom))
  return decrireDetail(Object.fromEntries(filtres)).map(phraseDe)
}

/** Things as a spreadsheet that the import of the same columns takes back, written as it leaves. */
export function composeExport<Chose>(
  { nom, feuille, colonnes, filtres = {}, annexes = [], recalcul }: Export<Chose>,
  tout: Tout<Chose>,
  quand: { format: FormatTableur; maintenant: Date },
): FichierEcrit {
  const { total, lots } = enTout(tout, (chose) => colonnes.map(({ ecrire }) => ecrire(chose)))
  const entetes = colonnes.map(({ entete, largeur }) => ({
    entete,
    ...(largeur !== undefined && { largeur }),
  }))
  const dite = { nom, total, filtres: direFiltres(filtres), recalcul }
  return composeListe([{ feuille, colonnes: entetes, lots }, ...annexes], dite, quand)
}
