import type { Fichier } from '@releve/contract/fichier.ts'
import type { FORMATS_TABLEUR } from '@releve/contract/import.ts'
import { writeCsv } from 'hucre/csv'
import { type CellValue, writeXlsx } from 'hucre/xlsx'
import { illisible, lireXlsx, type Rangees } from './tableur.classeur.ts'
import { rangeesDe, separateurDe } from './tableur.csv.ts'

/** With `tableur.classeur.ts` and `tableur.csv.ts`, alone in knowing the libraries (docs/decisions/0009). */
type FormatTableur = (typeof FORMATS_TABLEUR)[number]

/** Lines below the headings. */
const LIGNES_MAX = 5000
const COLONNES_MAX = 100
/** One line and one column more than are taken, so that they are refused. */
const ZONE = `A1:CW${LIGNES_MAX + 2}`

const TYPES_MIME: Record<FormatTableur, string> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

/** A line as the spreadsheet numbers it (the headings are line 1), its cells by heading. */
export type LigneTableur = { numero: number; cellules: Record<string, string> }
export type Tableur = { entetes: string[]; lignes: LigneTableur[] }

/** What a program would run as a formula, or has been kept from it; a signed number is none. */
const FORMULE = /^'*[=+\-@\t\r\n]/
const NOMBRE = /^[+-]?\d+(?:[.,]\d+)?$/
/** What `ecrireTableur` puts before such a cell, to be taken away when it is read again. */
const NEUTRALISEE = /^'(?='*[=+\-@\t\r\n])/

/** What a program shows of a cell that it cannot compute, in English or in French. */
const ERREURS = /^#(?:N\/A|DIV\/0!|REF!|NAME\?|NOM\?|NULL!|NUL!|NUM!|NOMBRE!|VALUE!|VALEUR!)$/
/** A number shown as a day, that no calendar has. */
const ILLISIBLE = '#VALEUR!'

function texteDe(valeur: CellValue | undefined): string {
  if (valeur === null || valeur === undefined) return ''
  if (valeur instanceof Date) {
    if (Number.isNaN(valeur.getTime())) return ILLISIBLE
    return valeur.toISOString().replace(/T00:00:00\.000Z$/, '')
  }
  if (typeof valeur === 'boolean') return valeur ? 'VRAI' : 'FAUX'
  return String(valeur).replaceAll('\0', '').replace(NEUTRALISEE, '').trim()
}

/** UTF-8, or what old programs write when they do not. */
function decoder(octets: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(octets)
  } catch {
    return new TextDecoder('windows-1252').decode(octets)
  }
}

function lireCsv(contenu: Buffer): Rangees {
  if (contenu.includes(0)) throw illisible('Ce n’est ni un classeur XLSX, ni un fichier CSV.')
  // The line by which old programs say their separator is none of the table's.
  const texte = decoder(contenu).replace(/^sep=[;,\t](?:\r\n|\r|\n)/, '')
  return rangeesDe(texte, separateurDe(texte), LIGNES_MAX + 2)
}

function entetesDe(rangee: CellValue[] | undefined): string[] {
  const entetes = (rangee ?? []).slice(0, COLONNES_MAX + 1).map(texteDe)
  if (entetes[COLONNES_MAX]) throw illisible('Il a plus de 100\u00A0colonnes.')
  if (!entetes.some(Boolean)) throw illisible('La première ligne doit donner le nom des colonnes.')
  const double = entetes.find((nom, rang) => nom && entetes.indexOf(nom) !== rang)
  if (double) throw illisible(`Deux colonnes s’appellent «\u00A0${double}\u00A0».`)
  return entetes
}

/** What a program could not compute is no value. */
function refuseErreurs({ numero, cellules }: LigneTableur): void {
  const fautive = Object.entries(cellules).find(([, texte]) => ERREURS.test(texte))
  if (!fautive) return
  const [entete, texte] = fautive
  throw illisible(`Ligne ${numero}, colonne «\u00A0${entete}\u00A0»\u00A0: la case donne ${texte}.`)
}

/**
 * Reads an XLSX workbook (the sheet `feuille`, else its first visible one) or a CSV file (`;`, `,` or tab;
 * UTF-8 or Windows-1252). The first line names the columns; cells are trimmed texts, dates
 * `AAAA-MM-JJ`; blank lines and columns without a name are left out.
 * @throws TABLEUR_ILLISIBLE
 */
export async function lireTableur(
  contenu: Uint8Array,
  { feuille }: { feuille?: string } = {},
): Promise<Tableur> {
  const octets = Buffer.from(contenu.buffer, contenu.byteOffset, contenu.byteLength)
  const estZip = octets.subarray(0, 2).toString('latin1') === 'PK'
  const [premiere, ...rangees] = estZip
    ? await lireXlsx(octets, { feuille, range: ZONE })
    : lireCsv(octets)
  const colonnes = entetesDe(premiere)
  const lignes = rangees
    .map((rangee, rang) => ({
      numero: rang + 2,
      cellules: rangee.slice(0, COLONNES_MAX).map(texteDe),
    }))
    .filter(({ cellules }) => cellules.some(Boolean))
  if (lignes.some(({ numero }) => numero > LIGNES_MAX + 1)) {
    throw illisible('Il a plus de 5\u202F000 lignes\u00A0: importez-le en plusieurs fois.')
  }
  const parNom = (cellules: string[]) =>
    colonnes.flatMap((nom, rang) => (nom ? [[nom, cellules[rang] ?? ''] as const] : []))
  const lues = lignes.map(({ numero, cellules }) => ({
    numero,
    cellules: Object.fromEntries(parNom(cellules)),
  }))
  for (const ligne of lues) refuseErreurs(ligne)
  return { entetes: colonnes.filter(Boolean), lignes: lues }
}

/** What to write: a cell is a text, a number, or nothing; `largeur` in characters. */
export type Tableau = {
  feuille: string
  colonnes: { entete: string; largeur?: number }[]
  lignes: (string | number | null)[][]
}

function neutraliser(cellule: CellValue): CellValue {
  if (typeof cellule !== 'string' || NOMBRE.test(cellule)) return cellule
  return FORMULE.test(cellule) ? `'${cellule}` : cellule
}

/** What XML may not hold, and the library leaves: Excel would refuse the whole workbook. */
const HORS_XML = /[\uFFFE\uFFFF]/g

/** A text as a workbook keeps it; reading must not take it for a neutralised one. */
function texteDeClasseur(cellule: CellValue): CellValue {
  if (typeof cellule !== 'string') return cellule
  const texte = cellule.replace(HORS_XML, '')
  return NEUTRALISEE.test(texte) ? `'${texte}` : texte
}

function ecrireCsv({ colonnes, lignes }: Tableau): Buffer {
  const rangees = [colonnes.map(({ entete }) => entete), ...lignes]
  const csv = writeCsv(
    rangees.map((rangee) => rangee.map(neutraliser)),
    { delimiter: ';', lineSeparator: '\r\n', bom: true },
  )
  return Buffer.from(csv)
}

const LARGEUR_MIN = 8
const LARGEUR_MAX = 60

/** The longest text of the column, within reason. */
function largeurDe({ entete, largeur }: Tableau['colonnes'][number], textes: string[]): number {
  const longueur = Math.max(...[entete, ...textes].map((texte) => texte.length)) + 2
  return largeur ?? Math.min(LARGEUR_MAX, Math.max(LARGEUR_MIN, longueur))
}

async function ecrireXlsx({ feuille, colonnes, lignes }: Tableau): Promise<Buffer> {
  const columns = colonnes.map((colonne, rang) => ({
    width: largeurDe(
      colonne,
      lignes.map((ligne) => String(ligne[rang] ?? '')),
    ),
    // « @ »: a text stays one when it is edited, even if it looks like a number or a formula.
    ...(lignes.some((ligne) => typeof ligne[rang] === 'string') && { numFmt: '@' }),
  }))
  const entetes = colonnes.map(({ entete }) => entete)
  const gras = new Map(
    entetes.map((_, rang) => [`0,${rang}`, { style: { font: { bold: true } } }] as const),
  )
  const octets = await writeXlsx({
    sheets: [
      {
        name: feuille,
        columns,
        rows: [entetes, ...lignes.map((ligne) => ligne.map(texteDeClasseur))],
        cells: gras,
        freezePane: { rows: 1 },
      },
    ],
  })
  return Buffer.from(octets)
}

/**
 * The bytes of a table. CSV: `;`, byte order mark, CRLF, and an apostrophe before any cell that a
 * program might run as a formula (`lireTableur` takes it away). XLSX: frozen headings, texts as
 * texts.
 */
export async function ecrireTableur(tableau: Tableau, format: FormatTableur): Promise<Buffer> {
  return format === 'csv' ? ecrireCsv(tableau) : ecrireXlsx(tableau)
}

/** The same, as a call answers it; `nom` without its extension. */
export async function composeTableur(
  nom: string,
  tableau: Tableau,
  format: FormatTableur,
): Promise<Fichier> {
  const contenu = await ecrireTableur(tableau, format)
  return { contenu, nom: `${nom}.${format}`, typeMime: TYPES_MIME[format] }
}
