import { ecrireChiffres } from '@releve/contract/exact.ts'
import type { FichierEcrit } from '@releve/contract/fichier.ts'
import type { FORMATS_TABLEUR } from '@releve/contract/import.ts'
import { writeCsv } from 'hucre/csv'
import { erreur } from './erreur.ts'
import { neutraliser } from './tableur.cases.ts'
import { estArchive } from './tableur.nature.ts'
import { type Case, type Feuille, fluxXlsx } from './tableur.xlsx.ts'

export type FormatTableur = (typeof FORMATS_TABLEUR)[number]

const TYPES_MIME: Record<FormatTableur, string> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

/** The format of a spreadsheet that has been read: a workbook is an archive. */
export const formatDe = (contenu: Uint8Array): FormatTableur =>
  estArchive(contenu) ? 'xlsx' : 'csv'

/** Lines of a sheet below its headings: Excel reads no more. */
const LIGNES_XLSX_MAX = 1_048_575

const FIN_DE_LIGNE = '\r\n'

/** A point would make a day of a number, where the separator is the semicolon: 12.5 is 12 May. */
const aVirgule = (une: Case): Case =>
  typeof une === 'number' ? ecrireChiffres(une).replace('.', ',') : une

function enCsv(rangees: readonly (readonly Case[])[], bom: boolean): Buffer {
  const neutres = rangees.map((rangee) => rangee.map((une) => neutraliser(aVirgule(une))))
  const csv = writeCsv(neutres, { delimiter: ';', lineSeparator: FIN_DE_LIGNE, bom })
  return Buffer.from(csv + FIN_DE_LIGNE)
}

async function* fluxCsv({ colonnes, lots }: Feuille): AsyncGenerator<Buffer> {
  yield enCsv([colonnes.map(({ entete }) => entete)], true)
  for await (const lot of lots) if (lot.length > 0) yield enCsv(lot, false)
}

/**
 * A table as it is written. CSV, of the first sheet: `;`, byte order mark, CRLF, and an apostrophe
 * before any cell that a program might run as a formula (`readTableur` takes it away), numbers with a
 * decimal comma, as whoever reads semicolons expects. XLSX: every
 * sheet, frozen headings, texts as texts.
 */
function ecrireFeuilles(
  feuilles: readonly [Feuille, ...Feuille[]],
  format: FormatTableur,
): AsyncGenerator<Buffer> {
  return format === 'csv' ? fluxCsv(feuilles[0]) : fluxXlsx(feuilles)
}

/** The lines of a table that is held already. */
export async function* enUnLot(lignes: readonly (readonly Case[])[]): Feuille['lots'] {
  yield lignes
}

/** What to write, held whole. */
export type Tableau = Omit<Feuille, 'lots'> & { lignes: readonly (readonly Case[])[] }

/** The bytes of a small table, as `ecrireFeuilles` writes it. */
export async function ecrireTableur(
  { lignes, ...feuille }: Tableau,
  format: FormatTableur,
): Promise<Buffer> {
  const morceaux: Buffer[] = []
  const ecrits = ecrireFeuilles([{ ...feuille, lots: enUnLot(lignes) }], format)
  for await (const morceau of ecrits) morceaux.push(morceau)
  return Buffer.concat(morceaux)
}

/** What a list that is exported says of itself. */
type ListeExportee = {
  /** Of the file, without its date. */
  nom: string
  total: number
  /** What it was narrowed by, in words. */
  filtres: readonly string[]
}

/** The sheet beside the list: a CSV has none, the screen says it (docs/decisions/0041). */
const aPropos = ({ total, filtres }: ListeExportee, le: Date): Feuille => ({
  feuille: 'À propos',
  colonnes: [
    { entete: 'Information', largeur: 24 },
    { entete: 'Valeur', largeur: 60 },
  ],
  lots: enUnLot([
    ['Lignes', total],
    ['Exporté le (UTC)', le.toISOString()],
    ...(filtres.length === 0 ? ['Aucun'] : filtres).map((filtre) => ['Filtre', filtre]),
  ]),
})

/** A list as a call answers it, written as it leaves. @throws EXPORT_TROP_GRAND */
export function composeListe(
  feuille: Feuille,
  dite: ListeExportee,
  { format, maintenant }: { format: FormatTableur; maintenant: Date },
): FichierEcrit {
  const { nom, total: lignes, filtres } = dite
  if (format === 'xlsx' && lignes > LIGNES_XLSX_MAX) {
    const [ditLignes, maximum] = [lignes, LIGNES_XLSX_MAX].map((n) => n.toLocaleString('fr-FR'))
    throw erreur('EXPORT_TROP_GRAND', { lignes: ditLignes ?? '', maximum: maximum ?? '' })
  }
  return {
    nom: `${nom}-${maintenant.toISOString().slice(0, 10)}.${format}`,
    typeMime: TYPES_MIME[format],
    morceaux: ecrireFeuilles([feuille, aPropos(dite, maintenant)], format),
    compte: { lignes, filtres },
  }
}
