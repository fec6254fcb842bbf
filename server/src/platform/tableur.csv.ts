import { CsvError, parse } from 'csv-parse/sync'
import { Illisible, type Rangees } from './tableur.cases.ts'

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
export function separateurDe(texte: string): string {
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
