import { arrondir, confronter, fois, type NombreExact } from '@releve/contract/exact.ts'
import { isoDe, numeroCalendaire, type Periode, periodeDe, rangDe } from '@releve/contract/mois.ts'
import type { Total } from '@releve/contract/page.ts'

const NBSP = '\u00a0'

/** Made when it is first used: each takes milliseconds, and the first screen would pay for all. */
function aLUsage<T>(faire: () => T): () => T {
  let fait: T | undefined
  return () => {
    fait ??= faire()
    return fait
  }
}
const dates = (options?: Intl.DateTimeFormatOptions) =>
  aLUsage(() => new Intl.DateTimeFormat('fr-FR', options))
const nombres = (options: Intl.NumberFormatOptions) =>
  aLUsage(() => new Intl.NumberFormat('fr-FR', options))

const date = dates({ day: 'numeric', month: 'long', year: 'numeric' })
const jour = dates({ dateStyle: 'full' })
const court = dates()
const heure = dates({ hour: '2-digit', minute: '2-digit' })
const moisCourt = dates({ month: 'short', timeZone: 'UTC' })
const nombre = nombres({ maximumFractionDigits: 3 })
const pourcent = nombres({ style: 'percent', maximumFractionDigits: 0 })
const pluriel = aLUsage(() => new Intl.PluralRules('fr-FR'))

/** « 1ᵉʳ » : `Intl` writes « 1 ». The day and its month stay on one line. */
const premier = (texte: string) => texte.replace(/^1 /, '1ᵉʳ ').replace(' ', NBSP)

/** A day `AAAA-MM-JJ` as a local date: never shifted by the browser's zone. */
function dateDe(valeur: string | Date): Date {
  if (valeur instanceof Date) return valeur
  return new Date(/^\d{4}-\d{2}-\d{2}$/.test(valeur) ? `${valeur}T00:00:00` : valeur)
}

/** « 1ᵉʳ mars 2025 ». Takes a day or an instant, ISO 8601. */
export const formatDate = (valeur: string | Date) => premier(date().format(dateDe(valeur)))

/** As a sentence begins. */
export const enTete = (texte: string) => texte.replace(/^./, (lettre) => lettre.toUpperCase())

/** « Samedi 1ᵉʳ mars 2025 » : a day by itself, at the head of a page. */
export const formatJour = (valeur: string | Date) =>
  enTete(jour().format(dateDe(valeur)).replace(/ 1 /, ' 1ᵉʳ '))

/** « 01/03/2025 ». */
export const formatDateCourte = (valeur: string | Date) => court().format(dateDe(valeur))

/** « 09:05 ». */
export const formatHeure = (valeur: string | Date) => heure().format(dateDe(valeur))

/** « 1ᵉʳ mars 2025 à 09:05 ». */
export const formatInstant = (valeur: string | Date) =>
  `${formatDate(valeur)} à ${formatHeure(valeur)}`

/** « 1 234,5 » ; « — » when there is no figure: blank is not zero. */
export const formatNombre = (valeur: NombreExact | null) =>
  valeur === null ? '—' : nombre().format(arrondir(valeur, 3)).replace('-', '−')

/** « +3 », « −2 », « 0 » : a figure less another. */
export const formatEcart = (valeur: NombreExact | null) =>
  valeur !== null && confronter(valeur, 0) > 0 ? `+${formatNombre(valeur)}` : formatNombre(valeur)

/** « +3 points », « −1,5 point »: what separates two percentages. */
export const formatPoints = (ecart: number) =>
  `${formatEcart(ecart)}\u00a0${Math.abs(ecart) >= 2 ? 'points' : 'point'}`

/** « 45 % », of a share between 0 and 1; never « 100 % » of what is not whole. */
export const formatPart = (part: number) =>
  pourcent().format(Math.floor(arrondir(fois(100, part), 6)) / 100)

/** « 0 rapport », « 2 rapports » : the noun agrees as in French (0, 1 and 1,5 are singular). */
export function formatCompte(n: number, singulier: string, plusieurs = `${singulier}s`): string {
  const nom = pluriel().select(n) === 'one' ? singulier : plusieurs
  return `${formatNombre(n)}${NBSP}${nom}`
}

/** « 25 », « plus de 1 000 » : how many a list has; `dire` adds what they are. */
export const formatTotal = (
  { total, totalBorne }: Total,
  dire: (n: number) => string = formatNombre,
) => (totalBorne ? `plus de${NBSP}${dire(total)}` : dire(total))

const unMoisCourt = (periode: Periode) =>
  `${moisCourt().format(new Date(`${isoDe(periode)}-01`))} ${String(periode.annee % 100).padStart(2, '0')}`

/** « janv. 26 », « T3 26 », « S1 26 », « 2026 », « avr. 25–mars 26 » : the head of a narrow column. */
export function formatMoisCourt(periode: Periode, couverts = 1): string {
  if (couverts === 1) return unMoisCourt(periode)
  const numero = numeroCalendaire(periode, couverts)
  if (numero === null)
    return `${unMoisCourt(periodeDe(rangDe(periode) - couverts + 1))}–${unMoisCourt(periode)}`
  if (couverts === 12) return String(periode.annee)
  return `${couverts === 3 ? 'T' : 'S'}${numero} ${String(periode.annee % 100).padStart(2, '0')}`
}

/** « oct. », « T3 », « S1 », « 2026 »; « avant » of what has no short name: where a word more has no room. */
export function formatMoisBref(periode: Periode, couverts = 1): string {
  if (couverts === 1) return moisCourt().format(new Date(`${isoDe(periode)}-01`))
  const numero = numeroCalendaire(periode, couverts)
  if (numero === null) return 'avant'
  return couverts === 12 ? String(periode.annee) : `${couverts === 3 ? 'T' : 'S'}${numero}`
}

/** « 01/03/2025 09:05 »: a column is narrow. */
export const formatInstantCourt = (instant: string) =>
  `${formatDateCourte(instant)} ${formatHeure(instant)}`
