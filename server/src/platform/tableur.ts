import type { ChildProcess } from 'node:child_process'
import type { Fichier } from '@releve/contract/fichier.ts'
import type { FORMATS_TABLEUR } from '@releve/contract/import.ts'
import { writeCsv } from 'hucre/csv'
import { writeXlsx } from 'hucre/xlsx'
import { lancerAPart } from './apart.ts'
import { erreur } from './erreur.ts'
import { Illisible, neutraliser, type Tableur, texteDeClasseur } from './tableur.cases.ts'
import type { DemandeTableur, Reponse } from './tableur.worker.ts'
import { ouvrirTours } from './tour.ts'

/** With the other `tableur.*.ts`, alone in knowing the libraries (docs/decisions/0009). */
type FormatTableur = (typeof FORMATS_TABLEUR)[number]

const TYPES_MIME: Record<FormatTableur, string> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

/** Of one reading: milliseconds, and megabytes of objects. A full file takes a tenth, and half. */
const LIMITES = { duree: 20_000, memoire: 400 }

/** One at a time: each may take that memory. */
const attendreSonTour = ouvrirTours({ simultanes: 1, enAttente: 8, retour: 10 })

const TROP =
  'Le fichier est abîmé, ou trop volumineux. Ouvrez-le dans un tableur, enregistrez-le de nouveau, puis importez-le.'

/** A sentence quotes what the file says, which may have no end. */
const RAISON_MAX = 400

const illisible = (raison: string) =>
  erreur('TABLEUR_ILLISIBLE', { raison: raison.slice(0, RAISON_MAX) })

/** Sheets by the names by which they were asked for. */
export type Feuilles = ReadonlyMap<string, Tableur>

/** What the reader says, put together; it is refused when it falls, or is stopped. */
function recevoir(lecteur: ChildProcess): Promise<Feuilles> {
  const lues = new Map<string, Tableur>()
  let lignes: Tableur['lignes'] = []
  return new Promise((accepter, refuser) => {
    lecteur.on('message', (reponse: Reponse) => {
      if ('nom' in reponse) {
        lignes = []
        lues.set(reponse.nom, { entetes: reponse.entetes, lettres: reponse.lettres, lignes })
      } else if ('lignes' in reponse) lignes.push(...reponse.lignes)
      else if ('illisible' in reponse) refuser(new Illisible(reponse.illisible))
      else if ('panne' in reponse) refuser(new Error(reponse.panne))
      else accepter(lues)
    })
    lecteur.once('error', () => refuser(erreur('SERVICE_OCCUPE', {}, { attente: 10 })))
    lecteur.once('exit', () => refuser(new Illisible(TROP)))
  })
}

const LECTEUR = new URL('./tableur.worker.ts', import.meta.url)

/** Reads in a process of its own, which ends with the reading. @throws Illisible */
const readAPart = (demande: DemandeTableur, limites = LIMITES): Promise<Feuilles> =>
  lancerAPart(LECTEUR, demande, { limites, recevoir })

/** The one sheet asked for. @throws TABLEUR_ILLISIBLE */
export async function readAilleurs(
  demande: { contenu: Uint8Array; feuille: string | undefined },
  limites = LIMITES,
): Promise<Tableur> {
  try {
    const lues = await readAPart(demande, limites)
    return lues.get('') ?? { entetes: [], lettres: [], lignes: [] }
  } catch (echec) {
    throw echec instanceof Illisible ? illisible(echec.message) : echec
  }
}

/**
 * Reads an XLSX workbook (the sheet `feuille`, else its first visible one) or a CSV file (`;`, `,` or tab;
 * UTF-8 or Windows-1252). The first line names the columns; cells are trimmed texts, dates
 * `AAAA-MM-JJ`; blank lines and blank cells without a heading are left out (`sansTitre`: the others).
 * In a process of its own, of which the time and the memory are counted; one at a time.
 * @throws TABLEUR_ILLISIBLE, SERVICE_OCCUPE
 */
export function readTableur(
  contenu: Uint8Array,
  { feuille }: { feuille?: string } = {},
): Promise<Tableur> {
  return attendreSonTour(() => readAilleurs({ contenu, feuille }))
}

/**
 * Reads those of these sheets that an XLSX workbook has, whatever their case, each as `readTableur`
 * reads one. @throws Illisible, SERVICE_OCCUPE
 */
export function readFeuilles(contenu: Uint8Array, feuilles: readonly string[]): Promise<Feuilles> {
  return attendreSonTour(() => readAPart({ contenu, feuilles }))
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
 * program might run as a formula (`readTableur` takes it away). XLSX: frozen headings, texts as
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
