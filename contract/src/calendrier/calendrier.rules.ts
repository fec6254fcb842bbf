import { type Duree, periodesCouvertes } from '../modele/rythme.ts'
import { isoDe, MOIS, type Periode, periodeDe, rangDe } from '../mois.ts'

/** Settings of the collection calendar (docs/conception.md, 4). */
export type Calendrier = {
  /** Day of M+1 by which a report is due, 1 to 15. */
  jourEcheance: number
  /** Holidays: `MM-JJ` every year, or `AAAA-MM-JJ` once. */
  joursFeries: readonly string[]
  /** IANA name of the zone in which a day begins; UTC by default. */
  fuseau: string
  /** How many months after it a month closes to entry, on the 1st: 2 to 12, 3 by default. */
  moisVerrou: number
  /**
   * Due dates that are kept, by month `AAAA-MM`, where these settings alone would say another one:
   * what was past when they changed stays. None in what a browser kept of an older version.
   */
  echeances?: Readonly<Record<string, string>>
  /**
   * First month `AAAA-MM` of the collection; null: it has none, and nothing is expected. Absent from
   * what a browser kept of an older version, whose collection had begun.
   */
  debutCollecte?: string | null
}

/** Where nothing is set. */
export const CALENDRIER_PAR_DEFAUT: Calendrier = {
  jourEcheance: 5,
  joursFeries: [],
  fuseau: 'UTC',
  moisVerrou: 3,
}

/** Whether the collection has begun by this month: before it, nothing is expected of anybody. */
export const estCollecte = (
  periode: Periode,
  { debutCollecte }: Pick<Calendrier, 'debutCollecte'>,
): boolean =>
  debutCollecte === undefined || (debutCollecte !== null && isoDe(periode) >= debutCollecte)

const JOUR_MS = 86_400_000

/** The day so many days after this one. */
export function plusJours(jour: string, nombre: number): string {
  return new Date(Date.parse(jour) + nombre * JOUR_MS).toISOString().slice(0, 10)
}

function estOuvre(date: Date, joursFeries: readonly string[]): boolean {
  const iso = date.toISOString().slice(0, 10)
  const jour = date.getUTCDay()
  return (
    jour !== 0 && jour !== 6 && !joursFeries.includes(iso) && !joursFeries.includes(iso.slice(5))
  )
}

/** Days looked at for a working one: holidays may fill a whole year. */
const JOURS_CHERCHES = 400

/** This day if it is a working one, else the next (`sens` 1) or the last before it (−1). */
export function jourOuvre(
  jour: string,
  { joursFeries }: Pick<Calendrier, 'joursFeries'>,
  sens: 1 | -1 = 1,
): string {
  for (let n = 0; n < JOURS_CHERCHES; n += 1) {
    const candidat = plusJours(jour, n * sens)
    if (estOuvre(new Date(candidat), joursFeries)) return candidat
  }
  return jour
}

/** What the due date of a month is told from. */
export type DatesCalendrier = Pick<Calendrier, 'jourEcheance' | 'joursFeries' | 'echeances'>

/** What the settings alone say: day `jourEcheance` of M+1, or the next working day. */
function echeanceCalculee(
  periode: Periode,
  { jourEcheance, joursFeries }: DatesCalendrier,
): string {
  const premier = `${isoDe(periodeDe(rangDe(periode) + 1))}-${String(jourEcheance).padStart(2, '0')}`
  return jourOuvre(premier, { joursFeries })
}

/** Due date `AAAA-MM-JJ` of a month: the one that is kept, else what the settings say. */
export const echeanceDe = (periode: Periode, calendrier: DatesCalendrier): string =>
  calendrier.echeances?.[isoDe(periode)] ?? echeanceCalculee(periode, calendrier)

/**
 * The due date of a month once other settings hold, on this day: one that is past stays, one to
 * come moves, never before this day: nobody is late by a change that he could not know.
 */
function echeanceApres(
  periode: Periode,
  { avant, apres, jour }: { avant: DatesCalendrier; apres: DatesCalendrier; jour: string },
): string {
  const dite = echeanceDe(periode, avant)
  if (dite < jour) return dite
  const reglee = echeanceCalculee(periode, apres)
  return reglee < jour ? jour : reglee
}

/**
 * These settings with the due dates that they keep of those before, of the months of these ranks;
 * `jour`: the day of the change.
 */
export function garderEcheances<Reglages extends DatesCalendrier>(
  apres: Reglages,
  { avant, jour, rangs }: { avant: DatesCalendrier; jour: string; rangs: readonly number[] },
): Reglages & { echeances: Record<string, string> } {
  const gardees = rangs.map(periodeDe).flatMap((periode) => {
    const echeance = echeanceApres(periode, { avant, apres, jour })
    return echeance === echeanceCalculee(periode, apres)
      ? []
      : [[isoDe(periode), echeance] as const]
  })
  return { ...apres, echeances: Object.fromEntries(gardees) }
}

/** Months already counted, under their holidays: a form is opened far more often than they change. */
const comptes = new Map<string, number>()
const COMPTES_MAX = 500

/** Working days of the months that a report covers: Monday to Friday, less the holidays. */
export function joursOuvres(
  periode: Periode,
  calendrier: Pick<Calendrier, 'joursFeries'>,
  couverts: Duree = 1,
): number {
  const mois = periodesCouvertes(periode, couverts)
  return mois.reduce((total, un) => total + joursOuvresDuMois(un, calendrier), 0)
}

function joursOuvresDuMois(
  { mois, annee }: Periode,
  { joursFeries }: Pick<Calendrier, 'joursFeries'>,
): number {
  const cle = `${annee}${mois}${joursFeries.join()}`
  const connu = comptes.get(cle)
  if (connu !== undefined) return connu
  const date = new Date(Date.UTC(annee, MOIS.indexOf(mois), 1))
  let total = 0
  for (; date.getUTCMonth() === MOIS.indexOf(mois); date.setUTCDate(date.getUTCDate() + 1)) {
    if (estOuvre(date, joursFeries)) total += 1
  }
  if (comptes.size >= COMPTES_MAX) comptes.clear()
  comptes.set(cle, total)
  return total
}

const formats = new Map<string, Intl.DateTimeFormat>()

/** The local day `AAAA-MM-JJ` of an instant, in the calendar's zone. */
export function jourLocal(instant: Date, fuseau: string): string {
  if (fuseau === 'UTC') return instant.toISOString().slice(0, 10)
  let format = formats.get(fuseau)
  if (!format) {
    format = new Intl.DateTimeFormat('sv-SE', { timeZone: fuseau, dateStyle: 'short' })
    formats.set(fuseau, format)
  }
  return format.format(instant)
}

/** First local day on which the month is closed to entry: the 1st of M+3, unless set otherwise. */
export function jourVerrou(
  periode: Periode,
  { moisVerrou }: Pick<Calendrier, 'moisVerrou'>,
): string {
  return `${isoDe(periodeDe(rangDe(periode) + moisVerrou))}-01`
}

/** Rank of the first month that is still open to entry, of those before the one it is. */
export const premierOuvert = (courant: number, { moisVerrou }: Pick<Calendrier, 'moisVerrou'>) =>
  courant - moisVerrou + 1

/** Rank of the month that contains this instant, in the calendar's zone. */
export function rangCourant(instant: Date, fuseau: string): number {
  const jour = jourLocal(instant, fuseau)
  return Number(jour.slice(0, 4)) * 12 + Number(jour.slice(5, 7)) - 1
}
