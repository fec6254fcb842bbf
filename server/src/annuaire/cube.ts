import { enNombre, fois, type NombreExact, plus } from '@releve/contract/exact.ts'
import type { Donnees, Valeur } from '@releve/contract/modele/modele.schema.ts'
import type { Terme } from './resoudre.ts'

/** A form whose figures count, read by its shape: the value of each of its addresses, in order. */
export type FormulaireRetenu = {
  modele: string
  region: string
  type: string
  /** 1 to 12. */
  mois: number
  forme: Forme
  valeurs: readonly Valeur[]
}

/** The addresses that forms filled alike have: one object for them all, by which it is known. */
export type Forme = { readonly adresses: readonly string[] }

/** What is added up: cells, by reading. */
export type Lecture = { cle: string; modele: string; avec: string | null; cellules: string[] }

/** The one code of a repeating table that no list counts; the code of a row that has none of the list. */
export const TOUTES_LES_LIGNES = 'TOUTES'
export const SANS_CODE = 'NP'

/** A repeating table that is counted by the codes of one of its columns; null: it has no such column. */
export type TableauRepete = {
  modele: string
  section: string
  cle: string | null
  sommes: string[]
  codes: string[]
}

/** Of some cells: their sum, how many forms gave a number, ND, SO. */
export type Mesuree = { somme: NombreExact; n: number; nd: number; so: number }

const CHAMPS = 4
const PAS = CHAMPS * 12

/** A cell, or a product of two (`A*B`), or one where the other is a number (`A?B`). */
type Operande = { a: string; b: string | null; produit: boolean }

export function operandeDe(cellule: string): Operande {
  const [a = '', b = null] = cellule.split(/[*?]/)
  return { a, b, produit: cellule.includes('*') }
}

/** What it is in a form that has `x` in its first cell, and `y` in its second. */
export function lireOperande({ b, produit }: Operande, x: unknown, y: unknown): unknown {
  if (b === null || typeof x !== 'number') return x
  if (typeof y !== 'number') return y
  return produit ? enNombre(fois(x, y)) : x
}

/** The cells that counting its rows makes. */
export const adressesComptees = ({ section, sommes, codes }: TableauRepete): string[] =>
  codes.flatMap((code) => ['NB', ...sommes].map((champ) => `${section}.${code}.${champ}`))

/**
 * The rows of a repeating table as cells of its own: `ACT.SPORT.NB` for how many rows have this
 * code, `ACT.SPORT.PART_M` for what a column of them adds.
 */
export function compterRepetes(donnees: Donnees, repete: TableauRepete): void {
  const { section, sommes } = repete
  const lues = new Map<string, Record<string, unknown>>()
  for (const [adresse, valeur] of Object.entries(donnees)) {
    if (!adresse.startsWith(`${section}.`)) continue
    const [, ligne = '', colonne = ''] = adresse.split('.')
    const connue = lues.get(ligne) ?? {}
    connue[colonne] = valeur
    lues.set(ligne, connue)
  }
  const ecrire = (adresse: string, valeur: number) => {
    const deja = donnees[adresse]
    donnees[adresse] = enNombre(plus(typeof deja === 'number' ? deja : 0, valeur))
  }
  for (const adresse of adressesComptees(repete)) ecrire(adresse, 0)
  for (const colonnes of lues.values()) {
    const code = codeDeLigne(repete, colonnes)
    if (code === null) continue
    ecrire(`${section}.${code}.NB`, 1)
    for (const somme of sommes) {
      const valeur = colonnes[somme]
      if (typeof valeur === 'number') ecrire(`${section}.${code}.${somme}`, valeur)
    }
  }
}

/** Under which of its codes a row is counted; null: under none. */
function codeDeLigne(
  { cle, codes }: TableauRepete,
  colonnes: Readonly<Record<string, unknown>>,
): string | null {
  if (cle === null) return TOUTES_LES_LIGNES
  const code = colonnes[cle]
  if (typeof code === 'string' && codes.includes(code)) return code
  return codes.includes(SANS_CODE) ? SANS_CODE : null
}

type Table = {
  lecture: Lecture
  operandes: Operande[]
  rangs: Map<string, number>
  /** By region and type. */
  groupes: Map<string, Groupe>
  /** Where each operand stands among the values of a shape; -1: nowhere. */
  places: Map<Forme, { a: Int32Array; b: Int32Array }>
}

type Groupe = {
  region: string
  type: string
  /** Sums of whole numbers, and counts. */
  sommes: Float64Array
  /** Sums of decimals, by place, which floats would not add. */
  decimales: Map<number, NombreExact>
  formulaires: number[]
}

/** Sums of cells by region, type and month; it keeps sums, never a form. */
export class Cube {
  private readonly tables: Map<string, Table>

  constructor(lectures: readonly Lecture[]) {
    this.tables = new Map(
      lectures.map((lecture) => [
        lecture.cle,
        {
          lecture,
          operandes: lecture.cellules.map(operandeDe),
          rangs: new Map(lecture.cellules.map((cellule, i) => [cellule, i])),
          groupes: new Map(),
          places: new Map(),
        },
      ]),
    )
  }

  /** All the forms of one structure that count. */
  voirStructure(formulaires: readonly FormulaireRetenu[]): void {
    const presents = new Set(formulaires.map(({ modele, mois }) => `${modele} ${mois}`))
    for (const table of this.tables.values()) {
      const { modele, avec } = table.lecture
      for (const formulaire of formulaires) {
        if (formulaire.modele !== modele) continue
        if (avec === null || presents.has(`${avec} ${formulaire.mois}`)) ajouter(table, formulaire)
      }
    }
  }

  /** How many forms count, of these months and structures. */
  formulaires({ lecture, region, type, mois }: Omit<Terme, 'cellules'>): number {
    let total = 0
    for (const groupe of this.groupes(lecture, region, type))
      for (const m of mois) total += groupe.formulaires[m - 1] ?? 0
    return total
  }

  lire({ lecture, cellules, region, type, mois }: Terme): Mesuree {
    const lue: Mesuree = { somme: 0, n: 0, nd: 0, so: 0 }
    const table = this.tables.get(lecture)
    if (!table) return lue
    const rangs = cellules.flatMap((cellule) => table.rangs.get(cellule) ?? [])
    for (const { sommes, decimales } of this.groupes(lecture, region, type))
      for (const rang of rangs)
        for (const m of mois) {
          const place = rang * PAS + (m - 1) * CHAMPS
          lue.somme = plus(lue.somme, sommes[place] ?? 0)
          if (decimales.size > 0) lue.somme = plus(lue.somme, decimales.get(place) ?? 0)
          lue.n += sommes[place + 1] ?? 0
          lue.nd += sommes[place + 2] ?? 0
          lue.so += sommes[place + 3] ?? 0
        }
    return lue
  }

  private *groupes(lecture: string, region: string | null, type: string | null) {
    for (const groupe of this.tables.get(lecture)?.groupes.values() ?? [])
      if ((region ?? groupe.region) === groupe.region && (type ?? groupe.type) === groupe.type)
        yield groupe
  }
}

function placesDe({ operandes, places }: Table, forme: Forme) {
  const connues = places.get(forme)
  if (connues) return connues
  const rangs = new Map(forme.adresses.map((adresse, i) => [adresse, i]))
  const placer = (adresses: readonly (string | null)[]) =>
    Int32Array.from(adresses, (adresse) => (adresse === null ? -1 : (rangs.get(adresse) ?? -1)))
  const placees = {
    a: placer(operandes.map(({ a }) => a)),
    b: placer(operandes.map(({ b }) => b)),
  }
  places.set(forme, placees)
  return placees
}

function groupeDe({ groupes, operandes }: Table, region: string, type: string): Groupe {
  const cle = `${region} ${type}`
  const connu = groupes.get(cle)
  if (connu) return connu
  const sommes = new Float64Array(operandes.length * PAS)
  const formulaires = Array<number>(12).fill(0)
  const groupe: Groupe = { region, type, sommes, decimales: new Map(), formulaires }
  groupes.set(cle, groupe)
  return groupe
}

function ajouter(table: Table, { region, type, mois, forme, valeurs }: FormulaireRetenu): void {
  const { sommes, decimales, formulaires } = groupeDe(table, region, type)
  const m = mois - 1
  formulaires[m] = (formulaires[m] ?? 0) + 1
  const { a, b } = placesDe(table, forme)
  const lire = (place = -1) => (place < 0 ? undefined : valeurs[place])
  for (const [rang, operande] of table.operandes.entries()) {
    const valeur = lireOperande(operande, lire(a[rang]), lire(b[rang]))
    const place = rang * PAS + m * CHAMPS
    if (typeof valeur === 'number') {
      if (Number.isSafeInteger(valeur)) sommes[place] = (sommes[place] ?? 0) + valeur
      else decimales.set(place, plus(decimales.get(place) ?? 0, valeur))
      sommes[place + 1] = (sommes[place + 1] ?? 0) + 1
    } else if (valeur === 'ND') sommes[place + 2] = (sommes[place + 2] ?? 0) + 1
    else if (valeur === 'SO') sommes[place + 3] = (sommes[place + 3] ?? 0) + 1
  }
}
