import { CASES, type Case, ETAT_DE_CASE } from '@releve/contract/dashboard/dashboard.rules.ts'
import type { Matrice } from '@releve/contract/dashboard/dashboard.schema.ts'
import { isoDe, libellePeriode, MOIS, type Periode, rangDe } from '@releve/contract/mois.ts'
import type { CaseVoulue } from '../../../../dashboard/dashboard.queries.ts'
import { paths } from '../../../../paths.ts'
import type { LigneRelance } from '../../../../relance/relance.queries.ts'
import type { ActeDecision } from '../../../formulaire.queries.ts'

/** A line: one structure and one model, twelve letters. */
export type LigneMatrice = {
  cle: string
  structure: Matrice['structures'][number]
  modele: string
  cases: string
  /** How many months the report of each covers. */
  couverts: Matrice['modeles'][number]['moisCouverts']
  /** The first line of its structure: the others repeat its name for those who do not see it. */
  premiere: boolean
}

/** One line per structure and model, in the order of the structures, then of the models. */
export function lignesDe({ structures, modeles }: Matrice): LigneMatrice[] {
  return structures.flatMap((structure) =>
    modeles
      .flatMap(({ code, moisCouverts: couverts }) => {
        const cases = structure.cases[code]
        return cases === undefined ? [] : [{ modele: code, cases, couverts }]
      })
      .map((ligne, rang) => ({
        ...ligne,
        cle: `${structure.code} ${ligne.modele}`,
        structure,
        premiere: rang === 0,
      })),
  )
}

const estCase = (lettre: string): lettre is Case => lettre in CASES

/** The letter of a month, 0 to 11. */
export function caseDe({ cases }: LigneMatrice, mois: number): Case {
  const lettre = cases[mois] ?? '.'
  return estCase(lettre) ? lettre : '.'
}

/** Whether a report is or was expected there: what has none is walked over, and not chosen. */
export const estAttendue = (une: Case) => une !== '.' && une !== '-'

/** Received late, or due and not received: one mark for both, whatever the state. */
export const estTardive = (une: Case) =>
  une === 'C' || (une !== '-' && une === une.toLowerCase() && une !== '.')

/** What a state allows to whoever has the right; the server says of each whether he may. */
const ACTE_DE_CASE: Partial<Record<string, ActeDecision>> = {
  SOUMIS: 'valider',
  VALIDE: 'approuver',
  APPROUVE: 'diffuser',
}
export const acteDe = (une: Case): ActeDecision | undefined => ACTE_DE_CASE[ETAT_DE_CASE[une] ?? '']

const periodeDeCase = (annee: number, mois: number): Periode => ({
  mois: MOIS[mois] ?? 'JANUARY',
  annee,
})

/** « RMA mars 2026 : Validé », « BILAN le 3e trimestre 2026 : Soumis » */
export function libelleDeCase(ligne: LigneMatrice, annee: number, mois: number): string {
  const periode = libellePeriode(periodeDeCase(annee, mois), ligne.couverts[mois])
  return `${ligne.modele} ${periode}\u00a0: ${CASES[caseDe(ligne, mois)]}`
}

const SANS_RAPPORT: readonly Case[] = ['N', 'n', 'C']

/** Where a square leads: its report, or what the lists say of the one that is not begun. */
export function lienDeCase(
  ligne: LigneMatrice,
  { annee, numeros }: Pick<Matrice, 'annee' | 'numeros'>,
  mois: number,
): string {
  const { modele, structure } = ligne
  const periode = periodeDeCase(annee, mois)
  if (SANS_RAPPORT.includes(caseDe(ligne, mois))) {
    const filtres = { mois: periode.mois, annee: String(annee), modele, q: structure.code }
    return paths.saisiesStructures(filtres)
  }
  const numero = `${modele}-${structure.code}-${isoDe(periode).replace('-', '')}`
  return paths.saisie(numeros[numero] ?? numero)
}

/** A square, by its place: `cle` of its line, and its month, 0 to 11. */
export const cleDeCase = ({ cle }: LigneMatrice, mois: number) => `${cle} ${mois}`

/** The squares of these lines that may be chosen: of this month, 0 to 11, or of all. */
export const choisissablesDe = (lignes: readonly LigneMatrice[], mois?: number): string[] =>
  lignes.flatMap((ligne) =>
    (mois === undefined ? RANGS : [mois]).flatMap((un) =>
      estAttendue(caseDe(ligne, un)) ? [cleDeCase(ligne, un)] : [],
    ),
  )

const RANGS = MOIS.map((_, rang) => rang)

export type CaseChoisie = { rang: number; ligne: LigneMatrice; mois: number }

/** The squares chosen that are still there, as they are now. `rangs`: of each line, by its key. */
export function choisiesDe(
  lignes: readonly LigneMatrice[],
  rangs: ReadonlyMap<string, number>,
  cles: ReadonlySet<string>,
): CaseChoisie[] {
  return [...cles].flatMap((cle) => {
    const fin = cle.lastIndexOf(' ')
    const rang = rangs.get(cle.slice(0, fin))
    const ligne = rang === undefined ? undefined : lignes[rang]
    if (rang === undefined || !ligne) return []
    return [{ rang, ligne, mois: Number(cle.slice(fin + 1)) }]
  })
}

/** What the server is asked for, of these. */
export const voulueDe = ({ ligne, mois }: CaseChoisie, annee: number): CaseVoulue => ({
  structure: ligne.structure.code,
  modele: ligne.modele,
  rang: rangDe(periodeDeCase(annee, mois)),
})

const A_RELANCER: readonly Case[] = ['N', 'n', 'B', 'b', 'Q', 'q']

/** Not received, and the month still takes entries: its structure may be reminded. */
export const estARelancer = (une: Case) => A_RELANCER.includes(une)

export const relanceDe = ({ ligne, mois }: CaseChoisie, annee: number): LigneRelance => ({
  structure: ligne.structure.code,
  modele: ligne.modele,
  ...periodeDeCase(annee, mois),
})

export type Place = { ligne: number; mois: number }
type Touche = { key: string; ctrlKey: boolean }

const PAGE = 10
const borner = (valeur: number, max: number) => Math.min(Math.max(valeur, 0), max)

/**
 * Where a key leads from a square; null when it leads nowhere. `sens`: −1 where the page reads from
 * right to left.
 */
export function placeVoulue(
  { ligne, mois }: Place,
  { key, ctrlKey }: Touche,
  { lignes, sens }: { lignes: number; sens: 1 | -1 },
): Place | null {
  const pas: Partial<Record<string, readonly [number, number]>> = {
    ArrowDown: [1, 0],
    ArrowUp: [-1, 0],
    ArrowRight: [0, sens],
    ArrowLeft: [0, -sens],
    PageDown: [PAGE, 0],
    PageUp: [-PAGE, 0],
    Home: [ctrlKey ? -lignes : 0, -MOIS.length],
    End: [ctrlKey ? lignes : 0, MOIS.length],
  }
  const [bas, droite] = pas[key] ?? []
  if (bas === undefined || droite === undefined) return null
  return { ligne: borner(ligne + bas, lignes - 1), mois: borner(mois + droite, MOIS.length - 1) }
}
