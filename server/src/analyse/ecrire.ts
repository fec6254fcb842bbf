import { setImmediate } from 'node:timers/promises'
import { type FORMATS_DONNEES } from '@releve/contract/analyse/analyse.api.ts'
import { ecrireChiffres } from '@releve/contract/exact.ts'
import { writeCsv } from 'hucre/csv'
import { ByteWriter, ParquetWriter } from 'hyparquet-writer'
import { neutraliser } from '../platform/tableur.cases.ts'

/** A cell: a text, a number, or nothing. */
export type Case = string | number | null
export type Rangee = readonly Case[]

/** How a column is kept where a format has types. */
export type TypeColonne = 'texte' | 'nombre' | 'entier'

/** A column, as the dictionary says it too. */
export type ColonneDite = { nom: string; type: TypeColonne; dit: string }

/** Lines of these columns, some at a time: what holds them all would hold a country. */
export type Rangees = AsyncIterable<readonly Rangee[]>

export type FormatDonnees = (typeof FORMATS_DONNEES)[number]

/** Characters put together before they leave. */
const MORCEAU = 64 * 1024

/** A text for each batch of lines, in pieces; between two, others of the process have their turn. */
async function* enLots(tete: string, rangees: Rangees, ecrire: (lot: readonly Rangee[]) => string) {
  let tenu = tete
  for await (const lot of rangees) {
    if (lot.length > 0) tenu += ecrire(lot)
    if (tenu.length < MORCEAU) continue
    yield Buffer.from(tenu)
    tenu = ''
    await setImmediate()
  }
  if (tenu !== '') yield Buffer.from(tenu)
}

const FIN = '\r\n'
const OPTIONS_CSV = { delimiter: ',', lineSeparator: FIN, bom: false } as const

const caseCsv = (une: Case) => (typeof une === 'number' ? ecrireChiffres(une) : neutraliser(une))

/** RFC 4180: commas, decimal points, UTF-8 without a mark; an apostrophe before what would run. */
function enCsv(colonnes: readonly ColonneDite[], rangees: Rangees): AsyncGenerator<Buffer> {
  const tete = writeCsv([colonnes.map(({ nom }) => nom)], OPTIONS_CSV) + FIN
  const ecrire = (lot: readonly Rangee[]) =>
    writeCsv(
      lot.map((rangee) => rangee.map(caseCsv)),
      OPTIONS_CSV,
    ) + FIN
  return enLots(tete, rangees, ecrire)
}

/** One JSON object a line, every column in each. */
function enJson(colonnes: readonly ColonneDite[], rangees: Rangees): AsyncGenerator<Buffer> {
  const cles = colonnes.map(({ nom }) => `${JSON.stringify(nom)}:`)
  const objet = (rangee: Rangee) =>
    `{${rangee.map((une, rang) => cles[rang] + JSON.stringify(une)).join(',')}}\n`
  return enLots('', rangees, (lot) => lot.map(objet).join(''))
}

/** Cells of a group of rows: what is held, and how long others wait for it to be written. */
const CASES_DU_GROUPE = 200_000
/** Below it, what describes the groups would weigh more than they do. */
const LIGNES_DU_GROUPE_MIN = 300

const TYPES_PARQUET = {
  texte: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
  nombre: { type: 'DOUBLE' },
  entier: { type: 'INT32' },
} as const satisfies Record<TypeColonne, object>

/** Groups of rows, each written and gone before the next one is read. */
async function* enParquet(colonnes: readonly ColonneDite[], rangees: Rangees) {
  const taille = Math.max(LIGNES_DU_GROUPE_MIN, Math.floor(CASES_DU_GROUPE / colonnes.length))
  const writer = new ByteWriter()
  const schema = [
    { name: 'releve', num_children: colonnes.length },
    ...colonnes.map(({ nom, type }) => ({
      name: nom,
      repetition_type: 'OPTIONAL' as const,
      ...TYPES_PARQUET[type],
    })),
  ]
  const parquet = new ParquetWriter({ writer, schema, createdBy: 'Relevé', statistics: false })
  const sortir = () => {
    const octets = Buffer.from(writer.getBytes())
    // Places in the file go on counting; the bytes have left.
    writer.index = 0
    return octets
  }
  const ecrire = (groupe: readonly Rangee[]) =>
    parquet.write({
      columnData: colonnes.map(({ nom }, rang) => ({
        name: nom,
        data: groupe.map((rangee) => rangee[rang] ?? null),
        offsetIndex: false,
      })),
      rowGroupSize: taille,
    })
  let groupe: Rangee[] = []
  for await (const lot of rangees) {
    for (const rangee of lot) groupe.push(rangee)
    if (groupe.length < taille) continue
    await ecrire(groupe)
    groupe = []
    yield sortir()
    await setImmediate()
  }
  if (groupe.length > 0) await ecrire(groupe)
  await parquet.finish()
  yield sortir()
}

const ECRIRE = { csv: enCsv, ndjson: enJson, parquet: enParquet }

/** A file of the feed, written as it leaves: a piece is made when the one before has been taken. */
export const ecrireDonnees = (
  format: FormatDonnees,
  colonnes: readonly ColonneDite[],
  rangees: Rangees,
): AsyncGenerator<Buffer> => ECRIRE[format](colonnes, rangees)
