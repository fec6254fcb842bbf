import { formatNombre } from '../format.ts'

/** Null: not known. It is never drawn, nor written, as a zero. */
export type Valeur = number | null

export type Point = {
  /** What tells it from another of the same name; absent: its name. */
  cle?: string
  /** « mars 2026 », « Littoral »: in the table, the files and the sentence. */
  nom: string
  /** The same where room is short: « mars 26 ». */
  court?: string
  /** One per series, in their order. */
  valeurs: readonly Valeur[]
  /** It is drawn apart from the line, hollow and dotted: its figures are not those of the others. */
  aPart?: boolean
  /** What its figures rest on: « 7 rapports sur 11 »; beside it in the drawing, the table, the files. */
  note?: string
}

/** What a chart draws, and what its table and its files hold: the same figures, said once. */
export type Donnees = {
  /** What the points are: « Mois », « Région ». */
  axe: string
  /** Their names, three at most: beyond, strokes are no longer told apart. */
  series: readonly string[]
  points: readonly Point[]
  /** What the notes of the points are: « Rapports »; absent: they have none. */
  notes?: string
  /** What a point apart is: « Mois incomplet ». */
  aPart?: string
  /** How a figure is written. */
  format?: (valeur: Valeur) => string
}

export const ecrireValeur = ({ format = formatNombre }: Donnees, valeur: Valeur) => format(valeur)

/** What the line joins: a point apart stands by itself. */
export const aJoindre = ({ points }: Donnees, rang: number): Valeur[] =>
  points.map(({ valeurs, aPart }) => (aPart ? null : (valeurs[rang] ?? null)))

/** Whether there is anything to draw. */
export const estVide = ({ points }: Donnees) =>
  points.every(({ valeurs }) => valeurs.every((valeur) => valeur === null))

const aCiter = /[";\r\n]/
/** What a spreadsheet would run. */
const formule = /^[=+\-@\t\r]/

function champ(texte: string): string {
  const sur = formule.test(texte) ? `'${texte}` : texte
  return aCiter.test(sur) ? `"${sur.replaceAll('"', '""')}"` : sur
}

/** The figures as a spreadsheet reads them: a comma for decimals, nothing for what is not known. */
const chiffre = (valeur: Valeur) => (valeur === null ? '' : String(valeur).replace('.', ','))

/** The file of a chart: `;`, UTF-8 with its mark, the heading, then a line per point. */
export function enCsv({ axe, series, points, notes }: Donnees): string {
  const dire = (texte: string | undefined) => (notes === undefined ? [] : [champ(texte ?? '')])
  const lignes = [
    [...[axe, ...series].map(champ), ...dire(notes)],
    ...points.map(({ nom, valeurs, note }) => [champ(nom), ...valeurs.map(chiffre), ...dire(note)]),
  ]
  return `\ufeff${lignes.map((ligne) => ligne.join(';')).join('\r\n')}\r\n`
}
