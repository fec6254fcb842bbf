import type { Cell, CellStyle, DataValidation, MergeRange, WriteSheet } from 'hucre/xlsx'
import { texteDeClasseur } from './tableur.cases.ts'
import { composeArchive, listEntrees, unpack } from './zip.ts'

/** With the other `tableur.*.ts`, alone in knowing the libraries (docs/decisions/0009). */

/** What a cell looks like; a number has as many decimals as it is said to show. */
export type Allure = 'titre' | 'entete' | 'total' | 'note' | 'texte'

export type CaseEcrite = {
  valeur: string | number | null
  allure?: Allure
  decimales?: number
  /** Shown after a number, which stays one. */
  suffixe?: string
  /** Columns that it spans. */
  largeur?: number
  /** The sheet that it leads to. */
  vers?: string
  /** What a program works out; `valeur` is what it gives today. */
  formule?: string
  /** To be filled, where the sheet is protected. */
  ouverte?: boolean
  /** A day, as `AAAA-MM-JJ`, which programs know for one. */
  jour?: boolean
}

/** What a cell to be filled takes, and what is said of the rest. */
export type Admis = { cases: string[]; message: string } & (
  | { sorte: 'entier'; min: number | null }
  | { sorte: 'nombre' }
  | { sorte: 'choix'; liste: string }
  | { sorte: 'jour'; du: string; au: string }
  | { sorte: 'formule'; formule: string }
)

/** A sheet to be written: `fige` rows and columns stay in sight. */
export type FeuilleEcrite = {
  nom: string
  largeurs: number[]
  rangees: CaseEcrite[][]
  fige: { rangees: number; colonnes: number }
  /** Only its cells that are open may be changed. */
  protegee?: boolean
  cachee?: boolean
  /** Its first row and its first column are not shown. */
  bordCache?: boolean
  admis?: Admis[]
}

type Classeur = { titre: string; auteur: string; feuilles: FeuilleEcrite[] }

/** Of what no clock has dated. */
const JAMAIS = new Date('2000-01-01T00:00:00Z')
const DECOMPRESSE_MAX = 500_000_000

const ALLURES: Record<Allure, CellStyle> = {
  titre: { font: { bold: true, size: 14 } },
  entete: {
    font: { bold: true },
    fill: { type: 'pattern', pattern: 'solid', fgColor: { rgb: 'EEF3F8' } },
    alignment: { wrapText: true },
  },
  total: { font: { bold: true } },
  note: { font: { italic: true } },
  // On as many lines as it takes.
  texte: { alignment: { wrapText: true, vertical: 'top' } },
}

const BORD = { style: 'thin', color: { rgb: '7F8FA4' } } as const
/** A cell to be filled is seen to be one, on paper too. */
const OUVERTE: CellStyle = {
  fill: { type: 'pattern', pattern: 'solid', fgColor: { rgb: 'FFFBE6' } },
  border: { top: BORD, bottom: BORD, left: BORD, right: BORD },
  protection: { locked: false },
}

function formatDe(decimales: number, suffixe: string): string {
  const nombre = decimales > 0 ? `#,##0.${'0'.repeat(Math.min(decimales, 10))}` : '#,##0'
  // Escaped rather than quoted: the library takes a quoted star for a filling of the cell.
  return nombre + suffixe.replaceAll(/[\s\S]/g, '\\$&')
}

function celluleDe(ecrite: CaseEcrite): Partial<Cell> {
  const { valeur, allure, decimales = 0, suffixe = '', vers, formule, ouverte, jour } = ecrite
  const style: CellStyle = { ...(allure && ALLURES[allure]), ...(ouverte && OUVERTE) }
  if (jour) style.numFmt = 'dd/mm/yyyy'
  // A figure may be typed where there is none yet.
  else if (valeur === null && ecrite.decimales !== undefined) style.numFmt = formatDe(decimales, '')
  else if (typeof valeur === 'number') style.numFmt = formatDe(decimales, suffixe)
  // « @ »: a text stays one when it is edited, even if it looks like a number or a formula.
  else if (typeof valeur === 'string') style.numFmt = '@'
  const ancre = vers === undefined ? undefined : `'${vers}'!A1`
  return {
    style,
    ...(ancre && { hyperlink: { target: `#${ancre}`, location: ancre } }),
    ...(formule !== undefined && {
      type: 'formula' as const,
      formula: formule,
      formulaResult: valeur,
    }),
  }
}

const REGLES = (admis: Admis): Omit<DataValidation, 'range'> => {
  switch (admis.sorte) {
    case 'entier':
      return admis.min === null
        ? {
            type: 'whole',
            operator: 'between',
            formula1: '-999999999999',
            formula2: '999999999999',
          }
        : { type: 'whole', operator: 'greaterThanOrEqual', formula1: String(admis.min) }
    case 'nombre':
      return { type: 'decimal', operator: 'between', formula1: '-1E12', formula2: '1E12' }
    case 'choix':
      return { type: 'list', formula1: admis.liste }
    case 'jour':
      return {
        type: 'date',
        operator: 'between',
        formula1: serieDe(admis.du),
        formula2: serieDe(admis.au),
      }
    case 'formule':
      return { type: 'custom', formula1: admis.formule }
  }
}

/** A day as workbooks count them. */
const serieDe = (jour: string): string =>
  String(Math.round((Date.parse(`${jour}T00:00:00Z`) - Date.UTC(1899, 11, 30)) / 86_400_000))

const validationDe = (admis: Admis): DataValidation => ({
  ...REGLES(admis),
  range: admis.cases.join(' '),
  allowBlank: true,
  showErrorMessage: true,
  errorStyle: 'stop',
  errorTitle: 'Relevé',
  errorMessage: admis.message.slice(0, 250),
})

/** A sheet to be filled is printed whole in its width. */
const PAPIER: NonNullable<WriteSheet['pageSetup']> = {
  paperSize: 'a4',
  orientation: 'landscape',
  fitToPage: true,
  fitToWidth: 1,
  fitToHeight: 0,
}

/** Cells are walked through and copied as usual; « false »: not locked, as the format says it. */
const PROTECTION: NonNullable<WriteSheet['protection']> = {
  sheet: true,
  formatColumns: false,
  formatRows: false,
}

/** What a row holds of a cell; a day is one for programs. */
const contenuDe = ({ valeur, jour }: CaseEcrite) =>
  jour && typeof valeur === 'string' ? new Date(`${valeur}T00:00:00Z`) : texteDeClasseur(valeur)

function feuilleDe(feuille: FeuilleEcrite): WriteSheet {
  const { nom, largeurs, rangees, fige, protegee, cachee, bordCache = false, admis = [] } = feuille
  const cases = new Map<string, Partial<Cell>>()
  const merges: MergeRange[] = []
  for (const [ligne, rangee] of rangees.entries()) {
    for (const [colonne, ecrite] of rangee.entries()) {
      if (ecrite.valeur !== null || ecrite.ouverte)
        cases.set(`${ligne},${colonne}`, celluleDe(ecrite))
      const fin = colonne + (ecrite.largeur ?? 1) - 1
      if (fin > colonne)
        merges.push({ startRow: ligne, startCol: colonne, endRow: ligne, endCol: fin })
    }
  }
  return {
    name: nom,
    columns: largeurs.map((width, n) => ({ width, ...(bordCache && n === 0 && { hidden: true }) })),
    rows: rangees.map((rangee) => rangee.map(contenuDe)),
    cells: cases,
    merges,
    freezePane: { rows: fige.rangees, columns: fige.colonnes },
    dataValidations: admis.map(validationDe),
    ...(protegee && { protection: PROTECTION, pageSetup: PAPIER }),
    ...(bordCache && { rowDefs: new Map([[0, { hidden: true }]]) }),
    ...(cachee && { hidden: true }),
  }
}

/** The same archive without its dates; an ODS says what it is in its first part, as it is. */
async function sansDates(octets: Uint8Array): Promise<Buffer> {
  const archive = Buffer.from(octets)
  const entrees = await listEntrees(archive)
  if (!entrees) throw new Error('classeur illisible')
  return composeArchive(
    entrees.map((entree) => {
      const contenu = unpack(archive, entree, DECOMPRESSE_MAX)
      if (!contenu) throw new Error(`classeur abîmé, ${entree.nom}`)
      return { nom: entree.nom, contenu, serre: entree.nom !== 'mimetype' }
    }),
  )
}

/**
 * The bytes of a workbook of several sheets: the same for the same sheets, whatever the day.
 * Figures are numbers, texts are texts. Holds its thread for large ones (`lancerAPart`).
 */
export async function composeClasseur(
  { titre, auteur, feuilles }: Classeur,
  format: 'xlsx' | 'ods',
): Promise<Buffer> {
  const properties = { title: titre, creator: auteur, created: JAMAIS, modified: JAMAIS }
  const sheets = feuilles.map(feuilleDe)
  if (format === 'ods') {
    const { writeOds } = await import('hucre/ods')
    return sansDates(await writeOds({ sheets, properties }))
  }
  const { writeXlsx } = await import('hucre/xlsx')
  return sansDates(await writeXlsx({ sheets, properties }))
}
