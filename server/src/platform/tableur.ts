import type { Fichier } from '@releve/contract/fichier.ts'
import type { FORMATS_TABLEUR } from '@releve/contract/import.ts'
import { writeCsv } from 'hucre/csv'
import { type CellValue, writeXlsx } from 'hucre/xlsx'
import {
  type LigneTableur,
  neutraliser,
  sansTitreDe,
  texteDe,
  texteDeClasseur,
} from './tableur.cases.ts'
import { illisible, lireXlsx, type Rangees } from './tableur.classeur.ts'
import { rangeesDe, separateurDe } from './tableur.csv.ts'

/** With the other `tableur.*.ts`, alone in knowing the libraries (docs/decisions/0009). */
type FormatTableur = (typeof FORMATS_TABLEUR)[number]

/** Lines below the headings. */
const LIGNES_MAX = 5000
const COLONNES_MAX = 100
/**
 * More lines and columns than are taken, so that what stands there is refused; not all that a
 * workbook may have: one cell at its far end would make as many blank ones of each line.
 */
const ZONE = `A1:IV${LIGNES_MAX + 2}`

const TYPES_MIME: Record<FormatTableur, string> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

export type Tableur = { entetes: string[]; lignes: LigneTableur[] }

/** What a program shows of a cell that it cannot compute, in English or in French. */
const ERREURS = /^#(?:N\/A|DIV\/0!|REF!|NAME\?|NOM\?|NULL!|NUL!|NUM!|NOMBRE!|VALUE!|VALEUR!)$/
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
  // Some programs write an accent as a sign of its own.
  const titres = (rangee ?? []).slice(0, COLONNES_MAX + 1)
  const entetes = titres.map((titre) => texteDe(titre).normalize('NFC'))
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
 * `AAAA-MM-JJ`; blank lines and blank cells without a heading are left out (`sansTitre`: the others).
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
      sansTitre: sansTitreDe(rangee, colonnes),
    }))
    .filter(({ cellules, sansTitre }) => sansTitre.length > 0 || cellules.some(Boolean))
  if (lignes.some(({ numero }) => numero > LIGNES_MAX + 1)) {
    throw illisible('Il a plus de 5\u202F000 lignes\u00A0: importez-le en plusieurs fois.')
  }
  const parNom = (cellules: string[]) =>
    colonnes.flatMap((nom, rang) => (nom ? [[nom, cellules[rang] ?? ''] as const] : []))
  const lues = lignes.map((ligne) => ({
    ...ligne,
    cellules: Object.fromEntries(parNom(ligne.cellules)),
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
