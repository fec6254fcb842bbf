import type { Cellule } from '@releve/contract/modele/cellule.ts'
import type { Valeur } from '@releve/contract/modele/modele.schema.ts'
import type { CellValue } from 'hucre/xlsx'
import {
  ERREURS,
  Illisible,
  lettresDe,
  type Rangees,
  sansBruit,
  texteDe,
} from '../platform/tableur.cases.ts'
import { readPlusieurs } from '../platform/tableur.classeur.ts'
import { estArchive, refuserNature } from '../platform/tableur.nature.ts'
import { type Repere, type RepereSitue, situer } from './classeur.reperes.ts'
import { CLASSEUR as T } from './classeur.textes.ts'

/** What says that a workbook is one of ours, and how it is laid out. */
export const FORMAT = 'releve-rapport-2'
/** Its places were numbers of lines and columns, which nothing followed. */
const ANCIEN = 'releve-rapport-1'
/** Before the address of a cell, where the place is that of its comment. */
export const COMMENTEE = 'commentaire:'

/** A value as the workbook shows it, and as it is compared: a code by its label. */
export function canonDe(cellule: Cellule, valeur: Valeur | undefined): string {
  if (valeur === undefined) return ''
  if (typeof valeur === 'boolean') return valeur ? T.oui : T.non
  if (typeof valeur === 'number') return String(valeur)
  return cellule.codes?.find(({ code }) => code === valeur)?.libelle ?? valeur.trim()
}

/** Whose workbook it is; `version`: of the report, when it was exported. */
export type IdentiteClasseur = {
  numero: string
  modele: string
  versionModele: number
  structure: string
  mois: string
  version: number
}

/** A cell of the report: where it stands in the workbook, what it says there, and said at first. */
export type CaseLue = { cellule: string; texte: string; lieu: string; tenu: string }

/** What was changed in the workbook since it was exported, as texts that people would type. */
export type ClasseurLu = {
  identite: IdentiteClasseur
  cases: CaseLue[]
  commentaires: CaseLue[]
}

/** Of a report's sheets: no model has rows beyond these, nor columns. */
const ZONE = 'A1:IV2500'
const ZONE_TECHNIQUE = 'A1:G20000'

/** The text of a cell as it is compared with what it held. */
function canonLu(valeur: CellValue | undefined): string {
  if (typeof valeur === 'boolean') return valeur ? T.oui : T.non
  return texteDe(valeur).trim()
}

/**
 * The same as a person would type it: a decimal comma, and no figure that could be two numbers,
 * since the workbook knows which it is.
 */
function texteLu(valeur: CellValue | undefined): string {
  if (typeof valeur !== 'number') return canonLu(valeur)
  const dit = String(sansBruit(valeur)).replace('.', ',')
  return /,\d{3}$/.test(dit) ? `${dit}0` : dit
}

export const ETRANGER = 'Ce n’est pas le classeur d’un rapport, exporté d’ici.'

function identiteDe(rangees: Rangees): IdentiteClasseur {
  const dite = (nom: string) =>
    texteDe(rangees.find((rangee) => texteDe(rangee[0]) === '' && texteDe(rangee[2]) === nom)?.[3])
  if (dite('format') === ANCIEN) throw new Illisible(T.ancien)
  if (dite('format') !== FORMAT) throw new Illisible(ETRANGER)
  return {
    numero: dite('numero'),
    modele: dite('modele'),
    versionModele: Number(dite('versionModele')),
    structure: dite('structure'),
    mois: dite('mois'),
    version: Number(dite('version')),
  }
}

/** The places that the workbook says it has. @throws Illisible when it has not as many */
function reperesDe(rangees: Rangees): Repere[] {
  const dites = rangees.map((rangee) => rangee.slice(0, 7).map(canonLu))
  const places = dites.filter(([feuille = '']) => feuille !== '')
  const nombre = dites.find(([feuille, , nom]) => feuille === '' && nom === 'cases')?.[3]
  if (String(places.length) !== nombre) throw new Illisible(T.defait(T.technique))
  return places.map(
    ([
      feuille = '',
      place = '',
      cle = '',
      tenu = '',
      deLigne = '',
      deColonne = '',
      deGroupe = '',
    ]) => {
      return { feuille, place, cle, tenu, deLigne, deColonne, deGroupe }
    },
  )
}

/** What a workbook says of itself: whose it is, and where its cells stood, sheet by sheet. */
export type PlanLu = { identite: IdentiteClasseur; parFeuille: Map<string, Repere[]> }

/** @throws Illisible for the workbook of no report, an old one, or what was changed in this sheet */
export const planDe = (rangees: Rangees): PlanLu => ({
  identite: identiteDe(rangees),
  parFeuille: Map.groupBy(reperesDe(rangees), ({ feuille }) => feuille),
})

/** What was changed in the sheets of a workbook since it left. @throws Illisible */
export function lireChangements(
  { identite, parFeuille }: PlanLu,
  lues: ReadonlyMap<string, Rangees>,
): ClasseurLu {
  const lu: ClasseurLu = { identite, cases: [], commentaires: [] }
  for (const [nom, reperes] of parFeuille) {
    const feuille = lues.get(nom)
    if (!feuille) throw new Illisible(T.feuilleAbsente(nom))
    for (const situe of situer(nom, feuille, reperes)) lireCase(situe, feuille, lu)
  }
  return lu
}

/** Adds what a cell says to what was changed, if it was. @throws Illisible for what it cannot say */
function lireCase(situe: RepereSitue, feuille: Rangees, { cases, commentaires }: ClasseurLu): void {
  const { ligne, colonne, cle, tenu } = situe
  const valeur = feuille[ligne]?.[colonne]
  const canon = canonLu(valeur)
  if (canon === tenu) return
  const lieu = `case ${lettresDe(colonne)}${ligne + 1} de «\u00a0${situe.feuille}\u00a0»`
  if (ERREURS.test(canon)) throw new Illisible(T.incalculable(lieu, canon))
  if (cle.startsWith(COMMENTEE)) {
    const cellule = cle.slice(COMMENTEE.length)
    commentaires.push({ cellule, texte: texteDe(valeur), lieu, tenu })
  } else cases.push({ cellule: cle, texte: texteLu(valeur), lieu, tenu })
}

/**
 * Reads a report's workbook here and now: only a program of `faireAPart` calls this. Null: the file
 * is no workbook, or does not say that it is one of ours.
 * @throws Illisible
 */
export async function readClasseurIci(contenu: Buffer): Promise<ClasseurLu | null> {
  refuserNature(contenu)
  if (!estArchive(contenu)) return null
  const lu = await readPlusieurs(contenu, { feuilles: [T.technique], range: ZONE_TECHNIQUE })
  const rangees = lu.get(T.technique)
  if (!rangees) return null
  const plan = planDe(rangees)
  const feuilles = [...plan.parFeuille.keys()]
  return lireChangements(plan, await readPlusieurs(contenu, { feuilles, range: ZONE }))
}
