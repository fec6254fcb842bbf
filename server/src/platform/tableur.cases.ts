import { type Enonce, enoncer } from '@releve/contract/erreur.ts'
import { CHIFFRES_MAX, compterChiffres } from '@releve/contract/exact.ts'
import { plier as plierMots } from '@releve/contract/plier.ts'
import type { CellValue } from 'hucre/xlsx'
import { ErreurMetier } from './erreur.ts'

/** A table read, whatever its format: its rows, the headings first. */
export type Rangees = CellValue[][]

/** A sentence quotes what the file says, which may have no end. */
const RAISON_MAX = 400

/** Why a file cannot be read, said to whoever gave it. */
export class Illisible extends Error {
  readonly refus: Enonce

  /** `refus`: what is said of it, where that is no reason among others. */
  constructor(raison: string, refus?: Enonce) {
    super(raison)
    this.refus = refus ?? enoncer('TABLEUR_ILLISIBLE', { raison: raison.slice(0, RAISON_MAX) })
  }
}

/** Refuses a file that could not be read; any other failure goes on. */
export function refuserIllisible(echec: unknown): never {
  throw echec instanceof Illisible ? new ErreurMetier(echec.refus) : echec
}

/** How a spreadsheet calls the column of this rank, from 0: A … Z, AA, AB… */
export function lettresDe(rang: number): string {
  const debut = rang < 26 ? '' : lettresDe(Math.floor(rang / 26) - 1)
  return `${debut}${String.fromCharCode(65 + (rang % 26))}`
}

/**
 * What a program would run as a formula, or has been kept from it; a signed number is none. Those
 * made for Asian writings take the full-width signs for the others.
 */
const FORMULE = /^'*[=+\-@\t\r\n＝＋－＠]/
const NOMBRE = /^[+-]?\d+(?:[.,]\d+)?$/
/** What `ecrireTableur` puts before such a cell, to be taken away when it is read again. */
const NEUTRALISEE = /^'(?='*[=+\-@\t\r\n＝＋－＠])/

/** A number shown as a day, that no calendar has. */
const ILLISIBLE = '#VALEUR!'

/** What a program shows of a cell that it cannot compute, in English or in French. */
export const ERREURS =
  /^#(?:N\/A|DIV\/0!|REF!|NAME\?|NOM\?|NULL!|NUL!|NUM!|NOMBRE!|VALUE!|VALEUR!)$/

/**
 * A number without the noise of binary sums, as spreadsheets show it; one that has as many digits
 * of its own is left whole, for whatever takes it to refuse.
 */
export function sansBruit(nombre: number): number {
  const rond = Number(nombre.toPrecision(CHIFFRES_MAX))
  return compterChiffres(String(rond)) < CHIFFRES_MAX ? rond : nombre
}

/** A decimal as a program writes it, noise included. */
const DECIMAL = /^[+-]?\d+([.,])\d+$/

/** The same without its noise; a text that is no decimal of so many digits stays as it is. */
function texteSansBruit(texte: string): string {
  const [, signe] = texte.length > CHIFFRES_MAX ? (DECIMAL.exec(texte) ?? []) : []
  if (signe === undefined) return texte
  const point = texte.replace(',', '.')
  if (compterChiffres(point) <= CHIFFRES_MAX) return texte
  const dit = String(sansBruit(Number(point)))
  const net = compterChiffres(dit) < CHIFFRES_MAX && !dit.includes('e')
  return net ? dit.replace('.', signe) : texte
}

/** Folded as two spellings of a word are compared: as words are looked for, blanks in a row being one. */
export const plier = (texte: string): string => plierMots(texte).replace(/ +/g, ' ').trim()

/** What a cell says, trimmed: days as `AAAA-MM-JJ`, what has been neutralised as it was. */
export function texteDe(valeur: CellValue | undefined): string {
  if (valeur === null || valeur === undefined) return ''
  if (valeur instanceof Date) {
    if (Number.isNaN(valeur.getTime())) return ILLISIBLE
    return valeur.toISOString().replace(/T00:00:00\.000Z$/, '')
  }
  if (typeof valeur === 'boolean') return valeur ? 'VRAI' : 'FAUX'
  if (typeof valeur === 'number') return String(sansBruit(valeur))
  return texteSansBruit(valeur.replaceAll('\0', '').replace(NEUTRALISEE, '').trim())
}

/** A cell as a CSV keeps it: an apostrophe before what a program might run. */
export function neutraliser(cellule: CellValue): CellValue {
  if (typeof cellule !== 'string' || NOMBRE.test(cellule)) return cellule
  return FORMULE.test(cellule) ? `'${cellule}` : cellule
}

/** What XML may not hold, and the library leaves: Excel would refuse the whole workbook. */
const HORS_XML = /[\uFFFE\uFFFF]/g

/** A text as a workbook keeps it; reading must not take it for a neutralised one. */
export function texteDeClasseur(cellule: CellValue): CellValue {
  if (typeof cellule !== 'string') return cellule
  const texte = cellule.replace(HORS_XML, '')
  return NEUTRALISEE.test(texte) ? `'${texte}` : texte
}

/** A line as the spreadsheet numbers it (the headings are line 1), its cells by heading. */
export type LigneTableur = {
  numero: number
  cellules: Record<string, string>
  /** Letters of the columns without a heading where it has a cell that is not blank. */
  sansTitre: string[]
  /** What such cells say, all of them, in their order; absent: it has none. */
  horsTitre?: string[]
}

/** A sheet as it is read: its columns, by name and by letters, and its lines but the blank ones. */
export type FeuilleLue = { entetes: string[]; lettres: string[]; lignes: LigneTableur[] }

/** A spreadsheet as it is read; `annexe`: the second sheet that was asked for, when it has one. */
export type Tableur = FeuilleLue & { annexe?: FeuilleLue }

/** Of these, no more are told of a line. */
const SANS_TITRE_MAX = 10

/** The letters of the columns where a line has something, and the headings nothing. */
export function sansTitreDe(rangee: CellValue[], entetes: readonly string[]): string[] {
  const lettres: string[] = []
  for (const [rang, valeur] of rangee.entries()) {
    if (entetes[rang] || valeur === '' || valeur === null || texteDe(valeur) === '') continue
    if (lettres.push(lettresDe(rang)) === SANS_TITRE_MAX) break
  }
  return lettres
}

/** What such cells of a line say, all of them. */
export const horsTitreDe = (rangee: CellValue[], entetes: readonly string[]): string[] =>
  rangee
    .filter((_, rang) => !entetes[rang])
    .map(texteDe)
    .filter(Boolean)
