import { ecrireChiffres } from '@releve/contract/exact.ts'
import { type FichierEcrit, TYPES_MIME } from '@releve/contract/fichier.ts'
import type { FORMATS_TABLEUR } from '@releve/contract/import.ts'
import { writeCsv } from 'hucre/csv'
import { erreur } from './erreur.ts'
import { lettresDe, neutraliser, texteDeClasseur } from './tableur.cases.ts'
import { estArchive } from './tableur.nature.ts'
import { ecrireArchive, type PartieEcrite } from './zip.ts'

// A workbook written as it leaves: the library's own writer holds the whole of it, and its stream has
// one sheet (docs/decisions/0041). What is written here is what every program reads: texts in their
// cells, numbers, and three looks.

/** A cell: a text, a number, or nothing. */
type Case = string | number | null

/** A table to write; `largeur` in characters. Its lines come by lots, of which one is held. */
export type Feuille = {
  feuille: string
  colonnes: readonly { entete: string; largeur?: number }[]
  lots: AsyncIterable<readonly (readonly Case[])[]>
}

const ENTETE = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const TABLEUR = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const LIENS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PAQUET = 'http://schemas.openxmlformats.org/package/2006'
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** What XML may not hold, or would change, written as workbooks do; and what looks like that. */
const ECHAPPES = /_(?=x[\dA-Fa-f]{4}_)|[^\P{Cc}\t\n]/gu

/** Signs of XML, as it writes them. */
const SIGNES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const echapper = (texte: string): string =>
  texte
    .toWellFormed()
    .replace(
      ECHAPPES,
      (signe) => `_x${signe.charCodeAt(0).toString(16).padStart(4, '0').toUpperCase()}_`,
    )
    .replace(/[&<>"]/g, (signe) => SIGNES[signe] ?? signe)

/** Looks of `styles.xml`, by rank. */
const GRAS = 1
const TEXTE = 2

function caseDe(valeur: Case, lieu: string, style: number | null): string {
  const look = style === null ? '' : ` s="${style}"`
  if (typeof valeur === 'number') return `<c r="${lieu}"${look}><v>${valeur}</v></c>`
  const texte = echapper(String(texteDeClasseur(valeur)))
  return `<c r="${lieu}" t="inlineStr"${look}><is><t xml:space="preserve">${texte}</t></is></c>`
}

const estDite = (valeur: Case): boolean =>
  typeof valeur === 'number' ? Number.isFinite(valeur) : valeur !== null && valeur !== ''

/** One line; « @ »: a text stays one when it is edited, even if it looks like a number. */
function ligneDe(cases: readonly Case[], rang: number, lettres: readonly string[]): string {
  const style = (valeur: Case) => (rang === 1 ? GRAS : typeof valeur === 'string' ? TEXTE : null)
  const ecrites = cases.map((valeur, n) =>
    estDite(valeur) ? caseDe(valeur, `${lettres[n]}${rang}`, style(valeur)) : '',
  )
  return `<row r="${rang}">${ecrites.join('')}</row>`
}

const LARGEUR_MIN = 8
const LARGEUR_MAX = 60

type Lot = readonly (readonly Case[])[]

/** The columns as the first lines show them: the others have not been read yet. */
function colonnesDe({ colonnes }: Feuille, premier: Lot): string {
  const ecrites = colonnes.map(({ entete, largeur }, n) => {
    const textes = premier.map((ligne) => String(ligne[n] ?? '').length)
    const longueur = Math.max(entete.length, ...textes) + 2
    const voulue = largeur ?? Math.min(LARGEUR_MAX, Math.max(LARGEUR_MIN, longueur))
    const style = premier.some((ligne) => typeof ligne[n] === 'string') ? ` style="${TEXTE}"` : ''
    return `<col min="${n + 1}" max="${n + 1}" width="${voulue}" customWidth="1"${style}/>`
  })
  return `<cols>${ecrites.join('')}</cols>`
}

const VOLET =
  '<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>'

async function* feuilleDe(feuille: Feuille): AsyncGenerator<Buffer> {
  const { colonnes, lots } = feuille
  const lettres = colonnes.map((_, n) => lettresDe(n))
  const entetes = ligneDe(
    colonnes.map(({ entete }) => entete),
    1,
    lettres,
  )
  const tete = (premier: Lot) =>
    `${ENTETE}<worksheet xmlns="${TABLEUR}">${VOLET}${colonnesDe(feuille, premier)}<sheetData>${entetes}`
  let rang = 1
  for await (const lot of lots) {
    const debut = rang === 1 ? tete(lot) : ''
    const lignes = lot.map((ligne) => {
      rang += 1
      return ligneDe(ligne, rang, lettres)
    })
    yield Buffer.from(debut + lignes.join(''))
  }
  yield Buffer.from(`${rang === 1 ? tete([]) : ''}</sheetData></worksheet>`)
}

const STYLES = `<styleSheet xmlns="${TABLEUR}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="3"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="49" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1" applyNumberFormat="1"/><xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`

const lien = (rang: number, type: string, cible: string) =>
  `<Relationship Id="rId${rang}" Type="${LIENS}/${type}" Target="${cible}"/>`
const liens = (un: string) => `<Relationships xmlns="${PAQUET}/relationships">${un}</Relationships>`

/** What a workbook says of its parts. */
function autour(noms: readonly string[]): Record<string, string> {
  const rangs = noms.map((_, n) => n + 1)
  const feuille = (n: number) =>
    `<Override PartName="/xl/worksheets/sheet${n}.xml" ContentType="${TYPE}.worksheet+xml"/>`
  return {
    '[Content_Types].xml': `<Types xmlns="${PAQUET}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPE}.styles+xml"/>${rangs.map(feuille).join('')}</Types>`,
    '_rels/.rels': liens(lien(1, 'officeDocument', 'xl/workbook.xml')),
    'xl/workbook.xml': `<workbook xmlns="${TABLEUR}" xmlns:r="${LIENS}"><sheets>${noms
      .map((nom, n) => `<sheet name="${echapper(nom)}" sheetId="${n + 1}" r:id="rId${n + 1}"/>`)
      .join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': liens(
      rangs.map((n) => lien(n, 'worksheet', `worksheets/sheet${n}.xml`)).join('') +
        lien(noms.length + 1, 'styles', 'styles.xml'),
    ),
    'xl/styles.xml': STYLES,
  }
}

async function* enMorceau(xml: string): AsyncGenerator<Buffer> {
  yield Buffer.from(ENTETE + xml)
}

/** The bytes of a workbook of these sheets, as they are made; the same sheets give the same bytes. */
function fluxXlsx(feuilles: readonly Feuille[]): AsyncGenerator<Buffer> {
  const parties: PartieEcrite[] = Object.entries(
    autour(feuilles.map(({ feuille }) => feuille)),
  ).map(([nom, xml]) => ({ nom, contenu: enMorceau(xml) }))
  const siennes = feuilles.map((feuille, n) => ({
    nom: `xl/worksheets/sheet${n + 1}.xml`,
    contenu: feuilleDe(feuille),
  }))
  return ecrireArchive([...parties, ...siennes])
}

export type FormatTableur = (typeof FORMATS_TABLEUR)[number]

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
  /** Reports that it tells of were being computed again. */
  recalcul?: true | undefined
}

const RECALCUL =
  'En cours au moment de l’export\u00a0: des chiffres de ce fichier peuvent encore changer.'

/** The sheet beside the list: a CSV has none, the screen says it (docs/decisions/0041). */
const aPropos = ({ total, filtres, recalcul }: ListeExportee, le: Date): Feuille => ({
  feuille: 'À propos',
  colonnes: [
    { entete: 'Information', largeur: 24 },
    { entete: 'Valeur', largeur: 60 },
  ],
  lots: enUnLot([
    ['Lignes', total],
    ['Exporté le (UTC)', le.toISOString()],
    ...(recalcul ? [['Recalcul', RECALCUL]] : []),
    ...(filtres.length === 0 ? ['Aucun'] : filtres).map((filtre) => ['Filtre', filtre]),
  ]),
})

/**
 * A list as a call answers it, written as it leaves, sheet after sheet; a CSV has the first.
 * @throws EXPORT_TROP_GRAND
 */
export function composeListe(
  feuilles: readonly [Feuille, ...Feuille[]],
  dite: ListeExportee,
  { format, maintenant }: { format: FormatTableur; maintenant: Date },
): FichierEcrit {
  const { nom, total: lignes, filtres, recalcul } = dite
  if (format === 'xlsx' && lignes > LIGNES_XLSX_MAX) {
    const [ditLignes, maximum] = [lignes, LIGNES_XLSX_MAX].map((n) => n.toLocaleString('fr-FR'))
    throw erreur('EXPORT_TROP_GRAND', { lignes: ditLignes ?? '', maximum: maximum ?? '' })
  }
  return {
    nom: `${nom}-${maintenant.toISOString().slice(0, 10)}.${format}`,
    typeMime: TYPES_MIME[format],
    morceaux: ecrireFeuilles([...feuilles, aPropos(dite, maintenant)], format),
    compte: { lignes, filtres, ...(recalcul && { recalcul }) },
  }
}
