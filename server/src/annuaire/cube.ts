import type { Donnees } from '@releve/contract/modele/modele.schema.ts'
import type { Terme } from './resoudre.ts'

/** A form whose figures count. */
export type FormulaireRetenu = {
  modele: string
  region: string
  type: string
  /** 1 to 12. */
  mois: number
  donnees: Donnees
}

/** What is added up: cells, by reading. */
export type Lecture = { cle: string; modele: string; avec: string | null; cellules: string[] }

/** A repeating table that is counted by the codes of one of its columns. */
export type TableauRepete = { modele: string; section: string; cle: string; sommes: string[] }

/** Of some cells: their sum, how many forms gave a number, ND, SO. */
export type Mesuree = { somme: number; n: number; nd: number; so: number }

const CHAMPS = 4
const PAS = CHAMPS * 12

type Operande = { lire: (donnees: Donnees) => unknown }

/** What a cell, or a product of cells, is in a form. */
export function operandeDe(cellule: string): Operande {
  const [a = '', b = ''] = cellule.split(/[*?]/)
  if (b === '') return { lire: (donnees) => donnees[cellule] }
  const produit = cellule.includes('*')
  return {
    lire: (donnees) => {
      const [x, y] = [donnees[a], donnees[b]]
      if (typeof x !== 'number') return x
      if (typeof y !== 'number') return y
      return produit ? x * y : x
    },
  }
}

/**
 * The rows of a repeating table as cells of its own: `ACT.SPORT.NB` for how many rows have this
 * code, `ACT.SPORT.PART_M` for what a column of them adds.
 */
export function compterRepetes(
  donnees: Donnees,
  { section, cle, sommes }: TableauRepete,
  codes: readonly string[],
): void {
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
    donnees[adresse] = (typeof deja === 'number' ? deja : 0) + valeur
  }
  for (const code of codes)
    for (const champ of ['NB', ...sommes]) ecrire(`${section}.${code}.${champ}`, 0)
  for (const colonnes of lues.values()) {
    const code = colonnes[cle]
    if (typeof code !== 'string') continue
    ecrire(`${section}.${code}.NB`, 1)
    for (const somme of sommes) {
      const valeur = colonnes[somme]
      if (typeof valeur === 'number') ecrire(`${section}.${code}.${somme}`, valeur)
    }
  }
}

type Table = {
  lecture: Lecture
  operandes: Operande[]
  rangs: Map<string, number>
  /** By region and type. */
  groupes: Map<
    string,
    { region: string; type: string; sommes: Float64Array; formulaires: number[] }
  >
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
    for (const { sommes } of this.groupes(lecture, region, type))
      for (const rang of rangs)
        for (const m of mois) {
          const place = rang * PAS + (m - 1) * CHAMPS
          lue.somme += sommes[place] ?? 0
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

function ajouter(table: Table, { region, type, mois, donnees }: FormulaireRetenu): void {
  const cle = `${region} ${type}`
  const groupe = table.groupes.get(cle) ?? {
    region,
    type,
    sommes: new Float64Array(table.operandes.length * PAS),
    formulaires: Array<number>(12).fill(0),
  }
  table.groupes.set(cle, groupe)
  const m = mois - 1
  groupe.formulaires[m] = (groupe.formulaires[m] ?? 0) + 1
  const { sommes } = groupe
  for (const [rang, { lire }] of table.operandes.entries()) {
    const valeur = lire(donnees)
    const place = rang * PAS + m * CHAMPS
    if (typeof valeur === 'number') {
      sommes[place] = (sommes[place] ?? 0) + valeur
      sommes[place + 1] = (sommes[place + 1] ?? 0) + 1
    } else if (valeur === 'ND') sommes[place + 2] = (sommes[place + 2] ?? 0) + 1
    else if (valeur === 'SO') sommes[place + 3] = (sommes[place + 3] ?? 0) + 1
  }
}
