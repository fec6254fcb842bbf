import { type Detail, libelleErreur } from '@releve/contract/erreur.ts'
import type { CellValue } from 'hucre/xlsx'
import { lettresDe } from './tableur.classeur.ts'

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

/** What a cell says, trimmed: days as `AAAA-MM-JJ`, what has been neutralised as it was. */
export function texteDe(valeur: CellValue | undefined): string {
  if (valeur === null || valeur === undefined) return ''
  if (valeur instanceof Date) {
    if (Number.isNaN(valeur.getTime())) return ILLISIBLE
    return valeur.toISOString().replace(/T00:00:00\.000Z$/, '')
  }
  if (typeof valeur === 'boolean') return valeur ? 'VRAI' : 'FAUX'
  return String(valeur).replaceAll('\0', '').replace(NEUTRALISEE, '').trim()
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
}

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

/** What an import says of the cells that no heading names: dropped, they would be lost in silence. */
export function fautesSansTitre({ numero, sansTitre }: LigneTableur): Detail[] {
  const code = 'COLONNE_SANS_TITRE'
  return sansTitre.map((colonne) => {
    const libelle = libelleErreur(code, { case: `${colonne}${numero}` })
    return { chemin: colonne, code, libelle }
  })
}
