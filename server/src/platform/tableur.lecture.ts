import { CsvError, parse } from 'csv-parse/sync'
import type { CellValue } from 'hucre/xlsx'
import {
  ERREURS,
  type FeuilleLue,
  horsTitreDe,
  Illisible,
  type LigneTableur,
  lettresDe,
  type Rangees,
  sansTitreDe,
  type Tableur,
  texteDe,
} from './tableur.cases.ts'
import { type Choix, readClasseur, readPlusieurs } from './tableur.classeur.ts'
import { estArchive, refuserNature } from './tableur.nature.ts'

/** Of one row, in characters: a hundred columns of long texts. */
const LIGNE_MAX = 200_000

/** The library counts what cells hold, not the signs that part them: five million take it 6 s. */
function estDemesure(texte: string): boolean {
  for (const [ligne] of texte.matchAll(/[^\r\n]+/g)) if (ligne.length > LIGNE_MAX) return true
  return false
}

const LIGNE_DEMESUREE = 'Une ligne est démesurée, ou un guillemet n’est jamais refermé.'
const REFUS: Record<string, string> = {
  CSV_QUOTE_NOT_CLOSED: 'Un guillemet est ouvert, et n’est jamais refermé.',
  CSV_MAX_RECORD_SIZE: LIGNE_DEMESUREE,
}

/**
 * The first `maximum` rows of a CSV text, with any end of line: nothing is read beyond them.
 * @throws Illisible for a quote left open, which would take the lines that follow for its own,
 * or a row beyond 200,000 characters
 */
export function rangeesDe(texte: string, delimiter: string, maximum: number): Rangees {
  if (estDemesure(texte)) throw new Illisible(LIGNE_DEMESUREE)
  try {
    return parse(texte, {
      delimiter,
      to: maximum,
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      // A quote inside a cell is one, as in « 5" ».
      relax_quotes: true,
      max_record_size: LIGNE_MAX,
    })
  } catch (error) {
    const refus = error instanceof CsvError ? REFUS[error.code] : undefined
    throw refus ? new Illisible(refus) : error
  }
}

/** Long enough for the headings. */
const DEBUT = 20_000

/** The sign that parts the headings most often. */
function separateurDe(texte: string): string {
  const debut = texte.slice(0, DEBUT)
  const nombre = (signe: string) => {
    try {
      return rangeesDe(debut, signe, 1)[0]?.length ?? 0
    } catch {
      // What cannot be read is refused when it is read whole.
      return 0
    }
  }
  return [';', ',', '\t'].reduce((choix, signe) => (nombre(signe) > nombre(choix) ? signe : choix))
}

/** Lines below the headings. */
const LIGNES_MAX = 5000
const COLONNES_MAX = 100
/**
 * More lines and columns than are taken, so that what stands there is refused; not all that a
 * workbook may have: one cell at its far end would make as many blank ones of each line.
 */
const ZONE = `A1:IV${LIGNES_MAX + 2}`

/** UTF-8, or what old programs write when they do not. */
function decoder(octets: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(octets)
  } catch {
    return new TextDecoder('windows-1252').decode(octets)
  }
}

function lireCsv(contenu: Buffer): Rangees {
  if (contenu.includes(0)) throw new Illisible('Ce n’est ni un classeur XLSX, ni un fichier CSV.')
  // The line by which old programs say their separator is none of the table's.
  const texte = decoder(contenu).replace(/^sep=[;,\t](?:\r\n|\r|\n)/, '')
  return rangeesDe(texte, separateurDe(texte), LIGNES_MAX + 2)
}

function entetesDe(rangee: CellValue[] | undefined): string[] {
  // Some programs write an accent as a sign of its own.
  const titres = (rangee ?? []).slice(0, COLONNES_MAX + 1)
  const entetes = titres.map((titre) => texteDe(titre).normalize('NFC'))
  if (entetes[COLONNES_MAX]) throw new Illisible('Il a plus de 100\u00a0colonnes.')
  if (!entetes.some(Boolean))
    throw new Illisible('La première ligne doit donner le nom des colonnes.')
  const double = entetes.find((nom, rang) => nom && entetes.indexOf(nom) !== rang)
  if (double) throw new Illisible(`Deux colonnes s’appellent «\u00a0${double}\u00a0».`)
  return entetes
}

/** What a program could not compute is no value. */
function refuseErreurs({ numero, cellules }: LigneTableur): void {
  const fautive = Object.entries(cellules).find(([, texte]) => ERREURS.test(texte))
  if (!fautive) return
  const [entete, texte] = fautive
  throw new Illisible(
    `Ligne ${numero}, colonne «\u00a0${entete}\u00a0»\u00a0: la case donne ${texte}.`,
  )
}

/** Of all cells together: a text may be written once in a file, and stand in all its cells. */
const TEXTE_MAX = 10_000_000

function refuseDemesure(rangees: Rangees): void {
  let reste = TEXTE_MAX
  for (const rangee of rangees) {
    for (const valeur of rangee) if (typeof valeur === 'string') reste -= valeur.length
    if (reste < 0)
      throw new Illisible('Il contient trop de texte\u00a0: importez-le en plusieurs fois.')
  }
}

/** Its lines below the headings, without the blank ones. */
function lignesDe(rangees: Rangees, colonnes: readonly string[]): LigneTableur[] {
  const lignes = rangees
    .map((rangee, rang) => ({
      numero: rang + 2,
      cellules: rangee.slice(0, COLONNES_MAX).map(texteDe),
      sansTitre: sansTitreDe(rangee, colonnes),
      rangee,
    }))
    .filter(({ cellules, sansTitre }) => sansTitre.length > 0 || cellules.some(Boolean))
  if (lignes.some(({ numero }) => numero > LIGNES_MAX + 1)) {
    throw new Illisible('Il a plus de 5\u202f000 lignes\u00a0: importez-le en plusieurs fois.')
  }
  const parNom = (cellules: string[]) =>
    colonnes.flatMap((nom, rang) => (nom ? [[nom, cellules[rang] ?? ''] as const] : []))
  return lignes.map(({ rangee, ...ligne }) => ({
    ...ligne,
    cellules: Object.fromEntries(parNom(ligne.cellules)),
    ...(ligne.sansTitre.length > 0 && { horsTitre: horsTitreDe(rangee, colonnes) }),
  }))
}

function tableurDe(rangees: Rangees): FeuilleLue {
  refuseDemesure(rangees)
  const [premiere, ...autres] = rangees
  const colonnes = entetesDe(premiere)
  const lignes = lignesDe(autres, colonnes)
  for (const ligne of lignes) refuseErreurs(ligne)
  const lettres = colonnes.flatMap((nom, rang) => (nom ? [lettresDe(rang)] : []))
  return { entetes: colonnes.filter(Boolean), lettres, lignes }
}

/**
 * What `readTableur` reads, here and now: a hostile file takes all the time and the memory that it
 * finds, so that only a program of `faireAPart` calls this, in a process of its own. @throws Illisible
 */
export async function readIci(octets: Buffer, choix: Choix = {}): Promise<Tableur> {
  refuserNature(octets)
  if (!estArchive(octets)) return tableurDe(lireCsv(octets))
  const { rangees, annexe } = await readClasseur(octets, { ...choix, range: ZONE })
  const lu = tableurDe(rangees)
  return annexe && !estBlanche(annexe)
    ? { ...lu, annexe: nommant(choix.annexe ?? '', () => tableurDe(annexe)) }
    : lu
}

const estBlanche = (rangees: Rangees): boolean =>
  rangees.flat().every((valeur) => texteDe(valeur) === '')

/** What cannot be read of a sheet among others is said with its name. */
function nommant<T>(feuille: string, lire: () => T): T {
  try {
    return lire()
  } catch (echec) {
    if (!(echec instanceof Illisible)) throw echec
    throw new Illisible(`Feuille «\u00a0${feuille}\u00a0»\u00a0: ${echec.message}`)
  }
}

/**
 * The lines come by lots, so that whoever receives them is never held for long. `annexe`: of the
 * second sheet.
 */
export type MorceauTableur = (
  | { entetes: string[]; lettres: string[] }
  | { lignes: LigneTableur[] }
) & { annexe?: true | undefined }

const LOT = 200

/** Reads, and says what was read to whoever asked this process for it. @throws Illisible */
export async function direTableur(
  octets: Buffer,
  choix: Choix,
  dire: (morceau: MorceauTableur) => Promise<void>,
): Promise<void> {
  const { annexe, ...premiere } = await readIci(octets, choix)
  await direFeuille(premiere, dire)
  if (annexe) await direFeuille(annexe, (morceau) => dire({ ...morceau, annexe: true }))
}

async function direFeuille(
  { entetes, lettres, lignes }: FeuilleLue,
  dire: (morceau: MorceauTableur) => Promise<void>,
): Promise<void> {
  await dire({ entetes, lettres })
  for (let rang = 0; rang < lignes.length; rang += LOT)
    await dire({ lignes: lignes.slice(rang, rang + LOT) })
}

/**
 * Those of these sheets that a workbook has, whatever their case, likewise; a blank one is none.
 * @throws Illisible
 */
export async function readFeuillesIci(
  octets: Buffer,
  feuilles: readonly string[],
): Promise<Map<string, Tableur>> {
  refuserNature(octets)
  if (!estArchive(octets)) throw new Illisible('Ce n’est pas un classeur XLSX.')
  const lues = await readPlusieurs(octets, { feuilles, range: ZONE })
  const tableurs = new Map<string, Tableur>()
  for (const [nom, rangees] of lues) {
    if (!estBlanche(rangees))
      tableurs.set(
        nom,
        nommant(nom, () => tableurDe(rangees)),
      )
  }
  return tableurs
}
