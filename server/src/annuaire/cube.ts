import {
  additionner,
  divise,
  enNombre,
  fois,
  moins,
  type NombreExact,
  plus,
} from '@releve/contract/exact.ts'
import type { Donnees, Valeur } from '@releve/contract/modele/modele.schema.ts'
import type { Terme } from './resoudre.ts'
import type { Attente } from './retenus.sql.ts'

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

/** What is added up: cells, by reading; `moyennes`: those of them that an average is made of. */
export type Lecture = {
  cle: string
  modele: string
  avec: string | null
  cellules: string[]
  moyennes: string[]
}

/** Of a structure, by model: the months borne that are set aside, bits. */
export type Ecartes = Readonly<Record<string, number>>

/** What is expected of a structure in a year, and its forms that count. */
export type StructureVue = {
  attentes: readonly Attente[]
  formulaires: readonly FormulaireRetenu[]
  /** Of its forms, those that are not compared with another year: bits of months, by model. */
  ecartes?: Ecartes | undefined
}

/** All that counts, or only what both years cover alike. */
export type Compte = 'entier' | 'egal'

/** Of a structure and a model: bits of months, January the first. */
type Suivie = {
  structure: string
  region: string
  type: string
  attendus: number
  dus: number
  retenus: number
  /** By cell that averages read: its sum, how many months say it, how many are SO. */
  cellules: Map<string, SommeSuivie>
}

type SommeSuivie = { somme: NombreExact; n: number; so: number }

/** A part of an average: sums of structures that weigh alike, in one region and of one type. */
export type PartDeMoyenne = {
  cellule: string
  region: string
  type: string
  poids: number
  somme: NombreExact
  /** What it brings, weighed, to the last digit. */
  pese: NombreExact
}

/**
 * Each structure's mean over the months that say the figure, for the share of the year's months in
 * which a report is expected of it; added. What it weighs is what its months are multiplied by.
 */
export type Moyenne = {
  /** Null: no form says it. */
  valeur: number | null
  /** Months of the year for which some report of the model is due, or counts. */
  mois: number
  /** An expected report is due, and does not count. */
  manque: boolean
  parts: PartDeMoyenne[]
}

/** How many months these bits are. */
export function nombreDeMois(bits: number): number {
  let nombre = 0
  for (let reste = bits; reste > 0; reste &= reste - 1) nombre += 1
  return nombre
}

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
export type Agregat = { somme: NombreExact; n: number; nd: number; so: number }

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
  /** The same of the forms that are not compared. */
  ecartes: Map<string, Groupe>
  /** Where each operand stands among the values of a shape; -1: nowhere. */
  places: Map<Forme, { a: Int32Array; b: Int32Array }>
  /** Where an average is made of it: structure by structure. */
  suivies: Record<Compte, Suivie[]>
}

type Groupe = {
  region: string
  type: string
  /** Sums of whole numbers, and counts. */
  sommes: Float64Array
  /** Sums of decimals, by place, which floats would not add; and what is beyond 2^53. */
  decimales: Map<number, NombreExact>
  formulaires: number[]
}

/** Sums of cells by region, type and month; it keeps sums, never a form. */
export class Cube {
  private readonly tables: Map<string, Table>
  /** What was read of all that counts: read again for what is compared, of the same sum. */
  private entiers = new WeakMap<Terme, Agregat>()

  constructor(lectures: readonly Lecture[]) {
    this.tables = new Map(
      lectures.map((lecture) => [
        lecture.cle,
        {
          lecture,
          operandes: lecture.cellules.map(operandeDe),
          rangs: new Map(lecture.cellules.map((cellule, i) => [cellule, i])),
          groupes: new Map(),
          ecartes: new Map(),
          places: new Map(),
          suivies: { entier: [], egal: [] },
        },
      ]),
    )
  }

  /** What is expected of one structure, and all its forms that count. */
  voirStructure({ attentes, formulaires, ecartes = {} }: StructureVue): void {
    this.entiers = new WeakMap()
    const presents = new Set(formulaires.map(({ modele, mois }) => `${modele} ${mois}`))
    for (const table of this.tables.values()) {
      const { modele, avec, moyennes } = table.lecture
      const siens = formulaires.filter(
        (formulaire) =>
          formulaire.modele === modele &&
          (avec === null || presents.has(`${avec} ${formulaire.mois}`)),
      )
      for (const formulaire of siens) ajouter(table, table.groupes, formulaire)
      const bits = (ecartes[modele] ?? 0) | (ecartes[avec ?? ''] ?? 0)
      const hors = siens.filter(({ mois }) => estEcarte(bits, mois))
      for (const formulaire of hors) ajouter(table, table.ecartes, formulaire)
      if (moyennes.length === 0) continue
      const suivies = suivre(table, attentes, siens)
      table.suivies.entier.push(...suivies)
      table.suivies.egal.push(...(bits === 0 ? suivies : egaliser(table, attentes, siens, bits)))
    }
  }

  /** How many forms count, of these months and structures. */
  formulaires({ lecture, region, type, mois }: Omit<Terme, 'cellules'>): number {
    let total = 0
    for (const groupe of siensDe(this.tables.get(lecture)?.groupes, region, type))
      for (const m of mois) total += groupe.formulaires[m - 1] ?? 0
    return total
  }

  lire(terme: Terme, compte: Compte = 'entier'): Agregat {
    const table = this.tables.get(terme.lecture)
    if (!table) return { somme: 0, n: 0, nd: 0, so: 0 }
    const tous = this.entiers.get(terme) ?? this.additionner(table, table.groupes, terme)
    this.entiers.set(terme, tous)
    if (compte === 'entier' || table.ecartes.size === 0) return tous
    const hors = this.additionner(table, table.ecartes, terme)
    return {
      somme: moins(tous.somme, hors.somme),
      n: tous.n - hors.n,
      nd: tous.nd - hors.nd,
      so: tous.so - hors.so,
    }
  }

  private additionner(
    table: Table,
    groupes: Table['groupes'],
    { cellules, region, type, mois }: Terme,
  ): Agregat {
    const lue: Agregat = { somme: 0, n: 0, nd: 0, so: 0 }
    const rangs = cellules.flatMap((cellule) => table.rangs.get(cellule) ?? [])
    for (const { sommes, decimales } of siensDe(groupes, region, type))
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

  /** The mean of these cells over the year, of the structures of a region and a type. */
  moyenne({ lecture, cellules, region, type }: Terme, compte: Compte = 'entier'): Moyenne {
    const suivies = this.tables.get(lecture)?.suivies[compte] ?? []
    const mois = suivies.reduce((bits, { dus, retenus }) => bits | dus | retenus, 0)
    const siennes = suivies.filter(
      (s) => (region ?? s.region) === s.region && (type ?? s.type) === s.type,
    )
    const parts = siennes.flatMap((suivie) => partsDe(suivie, cellules, mois))
    const nombre = nombreDeMois(mois)
    const somme = additionner(parts.map(({ pese }) => pese))
    return {
      valeur: parts.length > 0 ? enNombre(divise(somme, nombre) ?? 0) : null,
      mois: nombre,
      manque: siennes.some(({ dus, retenus }) => (dus & ~retenus) !== 0),
      parts: reunir(parts),
    }
  }
}

function* siensDe(
  groupes: Table['groupes'] | undefined,
  region: string | null,
  type: string | null,
) {
  for (const groupe of groupes?.values() ?? [])
    if ((region ?? groupe.region) === groupe.region && (type ?? groupe.type) === groupe.type)
      yield groupe
}

const estEcarte = (bits: number, mois: number): boolean => ((bits >> (mois - 1)) & 1) === 1

/** What averages read of a structure, as if the months set aside had neither been expected nor come. */
function egaliser(
  table: Table,
  attentes: readonly Attente[],
  formulaires: readonly FormulaireRetenu[],
  bits: number,
): Suivie[] {
  const restes = attentes.map(([structure, region, type, modele, attendus, dus]): Attente => {
    return [structure, region, type, modele, attendus & ~bits, dus & ~bits]
  })
  return suivre(
    table,
    restes,
    formulaires.filter(({ mois }) => !estEcarte(bits, mois)),
  )
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

function groupeDe(
  groupes: Table['groupes'],
  operandes: readonly Operande[],
  { region, type }: FormulaireRetenu,
): Groupe {
  const cle = `${region} ${type}`
  const connu = groupes.get(cle)
  if (connu) return connu
  const sommes = new Float64Array(operandes.length * PAS)
  const formulaires = Array<number>(12).fill(0)
  const groupe: Groupe = { region, type, sommes, decimales: new Map(), formulaires }
  groupes.set(cle, groupe)
  return groupe
}

function ajouter(table: Table, groupes: Table['groupes'], formulaire: FormulaireRetenu): void {
  const { mois, forme, valeurs } = formulaire
  const { sommes, decimales, formulaires } = groupeDe(groupes, table.operandes, formulaire)
  const m = mois - 1
  formulaires[m] = (formulaires[m] ?? 0) + 1
  const { a, b } = placesDe(table, forme)
  const lire = (place = -1) => (place < 0 ? undefined : valeurs[place])
  for (const [rang, operande] of table.operandes.entries()) {
    const valeur = lireOperande(operande, lire(a[rang]), lire(b[rang]))
    const place = rang * PAS + m * CHAMPS
    if (typeof valeur === 'number') {
      const somme = (sommes[place] ?? 0) + valeur
      if (Number.isSafeInteger(valeur) && Number.isSafeInteger(somme)) sommes[place] = somme
      else decimales.set(place, plus(decimales.get(place) ?? 0, valeur))
      sommes[place + 1] = (sommes[place + 1] ?? 0) + 1
    } else if (valeur === 'ND') sommes[place + 2] = (sommes[place + 2] ?? 0) + 1
    else if (valeur === 'SO') sommes[place + 3] = (sommes[place + 3] ?? 0) + 1
  }
}

/** What one structure says of the cells that averages read, apart for each region and type it was of. */
function suivre(
  table: Table,
  attentes: readonly Attente[],
  formulaires: readonly FormulaireRetenu[],
): Suivie[] {
  const { modele, moyennes } = table.lecture
  const suivies = new Map<string, Suivie>()
  const celleDe = (region: string, type: string, structure = ''): Suivie => {
    const cle = `${region} ${type}`
    const connue = suivies.get(cle)
    if (connue) return connue
    const cellules = new Map(
      moyennes.map((cellule): [string, SommeSuivie] => [cellule, { somme: 0, n: 0, so: 0 }]),
    )
    const suivie = { structure, region, type, attendus: 0, dus: 0, retenus: 0, cellules }
    suivies.set(cle, suivie)
    return suivie
  }
  for (const [structure, region, type, sien, attendus, dus] of attentes) {
    if (sien !== modele) continue
    const suivie = celleDe(region, type, structure)
    suivie.attendus |= attendus
    suivie.dus |= dus
  }
  for (const formulaire of formulaires) {
    const suivie = celleDe(formulaire.region, formulaire.type)
    suivie.retenus |= 1 << (formulaire.mois - 1)
    const { a } = placesDe(table, formulaire.forme)
    for (const [cellule, lue] of suivie.cellules) {
      const valeur = formulaire.valeurs[a[table.rangs.get(cellule) ?? -1] ?? -1]
      if (valeur === 'SO') lue.so += 1
      if (typeof valeur !== 'number') continue
      lue.somme = plus(lue.somme, valeur)
      lue.n += 1
    }
  }
  return [...suivies.values()]
}

/** The months in which a report of it counts in averages: expected in one of `mois`, or retained. */
export const moisComptes = (
  { attendus, retenus }: Pick<Suivie, 'attendus' | 'retenus'>,
  mois: number,
): number => (attendus & mois) | retenus

function partsDe(suivie: Suivie, cellules: readonly string[], mois: number): PartDeMoyenne[] {
  const { region, type } = suivie
  const nombre = nombreDeMois(moisComptes(suivie, mois))
  return cellules.flatMap((cellule) => {
    const { somme, n, so } = suivie.cellules.get(cellule) ?? { somme: 0, n: 0, so: 0 }
    // A month in which the figure has no object is none of those in which it was expected.
    const pese = divise(fois(nombre - so, somme), n)
    const lieu = { cellule, region, type }
    return pese === undefined ? [] : [{ ...lieu, poids: (nombre - so) / n, somme, pese }]
  })
}

/** Those that weigh alike, added. */
function reunir(parts: readonly PartDeMoyenne[]): PartDeMoyenne[] {
  const reunies = new Map<string, PartDeMoyenne>()
  for (const part of parts) {
    const cle = `${part.cellule} ${part.region} ${part.type} ${part.poids}`
    const connue = reunies.get(cle)
    if (connue) {
      connue.somme = plus(connue.somme, part.somme)
      connue.pese = plus(connue.pese, part.pese)
    } else reunies.set(cle, { ...part })
  }
  return [...reunies.values()]
}
