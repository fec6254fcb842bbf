import type { Cellule } from '@releve/contract/modele/cellule.ts'
import type { Valeur } from '@releve/contract/modele/modele.schema.ts'
import type { CellValue } from 'hucre/xlsx'
import { Illisible, type Rangees, texteDe } from '../platform/tableur.cases.ts'
import { readPlusieurs } from '../platform/tableur.classeur.ts'
import { refuserNature } from '../platform/tableur.nature.ts'
import { CLASSEUR as T } from './classeur.textes.ts'

/** What says that a workbook is one of ours, and how it is laid out. */
export const FORMAT = 'releve-rapport-1'
/** Before the address of a cell, where the place is that of its comment. */
export const COMMENTEE = 'commentaire:'

/** A value as the workbook shows it, and as it is compared: a code by its label. */
export function canonDe(cellule: Cellule, valeur: Valeur | undefined): string {
  if (valeur === undefined) return ''
  if (typeof valeur === 'boolean') return valeur ? T.oui : T.non
  return cellule.codes?.find(({ code }) => code === valeur)?.libelle ?? String(valeur).trim()
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
const ZONE_TECHNIQUE = 'A1:D20000'

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
  const dit = String(valeur).replace('.', ',')
  return /,\d{3}$/.test(dit) ? `${dit}0` : dit
}

/** @throws Illisible for what is no place: a blank read there would erase. */
function lieuDe(place: string): { ligne: number; colonne: number } {
  const [, lettres = '', ligne = ''] = /^([A-Z]{1,3})(\d{1,5})$/.exec(place) ?? []
  if (ligne === '') throw new Illisible(`La feuille «\u00a0${T.technique}\u00a0» a été modifiée.`)
  const colonne = [...lettres].reduce((rang, lettre) => rang * 26 + lettre.charCodeAt(0) - 64, 0)
  return { ligne: Number(ligne) - 1, colonne: colonne - 1 }
}

export const ETRANGER = 'Ce n’est pas le classeur d’un rapport, exporté d’ici.'

function identiteDe(rangees: Rangees): IdentiteClasseur {
  const dite = (nom: string) =>
    texteDe(rangees.find((rangee) => texteDe(rangee[0]) === '' && texteDe(rangee[2]) === nom)?.[3])
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

type Repere = { feuille: string; place: string; cle: string; tenu: string }

const reperesDe = (rangees: Rangees): Repere[] =>
  rangees.flatMap((rangee) => {
    const [feuille = '', place = '', cle = '', tenu = ''] = rangee.slice(0, 4).map(canonLu)
    return feuille === '' ? [] : [{ feuille, place, cle, tenu }]
  })

/** Whether these bytes are those of a workbook, of a report or not. */
export const estArchive = (contenu: Uint8Array): boolean =>
  Buffer.from(contenu.subarray(0, 2)).toString('latin1') === 'PK'

/**
 * Reads a report's workbook here and now: only a program of `faireAPart` calls this. Null: the file
 * is no workbook, or does not say that it is one of ours.
 * @throws Illisible
 */
export async function readClasseurIci(contenu: Buffer): Promise<ClasseurLu | null> {
  refuserNature(contenu)
  if (!estArchive(contenu)) return null
  const plan = await readPlusieurs(contenu, { feuilles: [T.technique], range: ZONE_TECHNIQUE })
  const rangees = plan.get(T.technique)
  if (!rangees) return null
  const lu: ClasseurLu = { identite: identiteDe(rangees), cases: [], commentaires: [] }
  const reperes = reperesDe(rangees)
  const feuilles = [...new Set(reperes.map(({ feuille }) => feuille))]
  const lues = await readPlusieurs(contenu, { feuilles, range: ZONE })
  for (const { feuille, place, cle, tenu } of reperes) {
    const { ligne, colonne } = lieuDe(place)
    const feuilleLue = lues.get(feuille)
    if (!feuilleLue) throw new Illisible(`La feuille «\u00a0${feuille}\u00a0» n’y est plus.`)
    const valeur = feuilleLue[ligne]?.[colonne]
    if (canonLu(valeur) === tenu) continue
    const lieu = `case ${place} de «\u00a0${feuille}\u00a0»`
    if (cle.startsWith(COMMENTEE)) {
      const cellule = cle.slice(COMMENTEE.length)
      lu.commentaires.push({ cellule, texte: texteDe(valeur), lieu, tenu })
    } else lu.cases.push({ cellule: cle, texte: texteLu(valeur), lieu, tenu })
  }
  return lu
}
