import type { Cell, CellStyle, MergeRange, WriteSheet } from 'hucre/xlsx'
import { texteDeClasseur } from './tableur.cases.ts'
import { composeArchive, listEntrees, unpack } from './zip.ts'

/** With the other `tableur.*.ts`, alone in knowing the libraries (docs/decisions/0009). */

/** What a cell looks like; a number has as many decimals as it is said to show. */
export type Allure = 'titre' | 'entete' | 'total' | 'note'

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
}

/** A sheet to be written: `fige` rows and columns stay in sight. */
export type FeuilleEcrite = {
  nom: string
  largeurs: number[]
  rangees: CaseEcrite[][]
  fige: { rangees: number; colonnes: number }
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
}

function formatDe(decimales: number, suffixe: string): string {
  const nombre = decimales > 0 ? `#,##0.${'0'.repeat(Math.min(decimales, 10))}` : '#,##0'
  // Escaped rather than quoted: the library takes a quoted star for a filling of the cell.
  return nombre + suffixe.replaceAll(/[\s\S]/g, '\\$&')
}

function celluleDe(ecrite: CaseEcrite): Partial<Cell> {
  const { valeur, allure, decimales = 0, suffixe = '', vers } = ecrite
  const style: CellStyle = { ...(allure && ALLURES[allure]) }
  if (typeof valeur === 'number') style.numFmt = formatDe(decimales, suffixe)
  // « @ »: a text stays one when it is edited, even if it looks like a number or a formula.
  else if (typeof valeur === 'string') style.numFmt = '@'
  const ancre = vers === undefined ? undefined : `'${vers}'!A1`
  return { style, ...(ancre && { hyperlink: { target: `#${ancre}`, location: ancre } }) }
}

function feuilleDe({ nom, largeurs, rangees, fige }: FeuilleEcrite): WriteSheet {
  const cases = new Map<string, Partial<Cell>>()
  const merges: MergeRange[] = []
  for (const [ligne, rangee] of rangees.entries()) {
    for (const [colonne, ecrite] of rangee.entries()) {
      if (ecrite.valeur !== null) cases.set(`${ligne},${colonne}`, celluleDe(ecrite))
      const fin = colonne + (ecrite.largeur ?? 1) - 1
      if (fin > colonne)
        merges.push({ startRow: ligne, startCol: colonne, endRow: ligne, endCol: fin })
    }
  }
  return {
    name: nom,
    columns: largeurs.map((width) => ({ width })),
    rows: rangees.map((rangee) => rangee.map(({ valeur }) => texteDeClasseur(valeur))),
    cells: cases,
    merges,
    freezePane: { rows: fige.rangees, columns: fige.colonnes },
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
