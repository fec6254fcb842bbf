/** A thing of whole days, as a calendar program shows it. */
export type EvenementIcs = {
  /** The same for as long as the thing is the same. */
  uid: string
  /** When what it says was last settled. */
  dtstamp: Date
  /** First and last day, both included: `AAAA-MM-JJ`. */
  du: string
  au: string
  titre: string
  description: string
}

const JOUR_MS = 86_400_000
const date = (jour: string): string => jour.replaceAll('-', '')
const lendemain = (jour: string): string =>
  date(new Date(Date.parse(jour) + JOUR_MS).toISOString().slice(0, 10))
/** `20250320T100000Z` */
const instant = (le: Date): string => le.toISOString().replace(/[-:]|\.\d{3}/g, '')

/** A text value (RFC 5545, 3.3.11): what parts values is escaped; no other control character. */
const echapper = (texte: string): string =>
  texte
    .replace(/\r\n?/g, '\n')
    .replace(/[\\;,]/g, '\\$&')
    .replaceAll('\n', '\\n')
    .replace(/\p{Cc}/gu, ' ')

const OCTETS_MAX = 75

/** A content line, folded so that none is longer than 75 bytes, no character cut (3.1). */
function plier(ligne: string): string {
  const lignes: string[] = []
  let courante = ''
  let octets = 0
  for (const signe of ligne) {
    const taille = Buffer.byteLength(signe)
    if (octets + taille > OCTETS_MAX) {
      lignes.push(courante)
      // The space that begins what goes on counts.
      courante = ' '
      octets = 1
    }
    courante += signe
    octets += taille
  }
  return [...lignes, courante].join('\r\n')
}

function lignesDe({ uid, dtstamp, du, au, titre, description }: EvenementIcs): string[] {
  return [
    'BEGIN:VEVENT',
    `UID:${echapper(uid)}`,
    `DTSTAMP:${instant(dtstamp)}`,
    `DTSTART;VALUE=DATE:${date(du)}`,
    // The day after the last one: the end is not included.
    `DTEND;VALUE=DATE:${lendemain(au)}`,
    `SUMMARY:${echapper(titre)}`,
    `DESCRIPTION:${echapper(description)}`,
    // Whole days that leave their owner free.
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
  ]
}

/** An iCalendar stream (RFC 5545). Its days are dates: they are of no time zone. */
export function composeIcs(nom: string, evenements: readonly EvenementIcs[]): string {
  const lignes = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Relevé//Calendrier de collecte//FR',
    'CALSCALE:GREGORIAN',
    `NAME:${echapper(nom)}`,
    `X-WR-CALNAME:${echapper(nom)}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT12H',
    'X-PUBLISHED-TTL:PT12H',
    ...evenements.flatMap(lignesDe),
    'END:VCALENDAR',
  ]
  return lignes.map((ligne) => `${plier(ligne)}\r\n`).join('')
}
