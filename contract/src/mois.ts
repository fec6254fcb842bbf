/** Les douze mois, dans l'ordre, tels que l'API les nomme. */
export const MOIS = [
  'JANUARY',
  'FEBRUARY',
  'MARCH',
  'APRIL',
  'MAY',
  'JUNE',
  'JULY',
  'AUGUST',
  'SEPTEMBER',
  'OCTOBER',
  'NOVEMBER',
  'DECEMBER',
] as const
export type Mois = (typeof MOIS)[number]

/** Un mois d'une année : ce que décrit un rapport. */
export type Periode = { mois: Mois; annee: number }

export const LIBELLES_MOIS: Record<Mois, string> = {
  JANUARY: 'Janvier',
  FEBRUARY: 'Février',
  MARCH: 'Mars',
  APRIL: 'Avril',
  MAY: 'Mai',
  JUNE: 'Juin',
  JULY: 'Juillet',
  AUGUST: 'Août',
  SEPTEMBER: 'Septembre',
  OCTOBER: 'Octobre',
  NOVEMBER: 'Novembre',
  DECEMBER: 'Décembre',
}

/** Months since year 0: consecutive months have consecutive ranks, whatever the year. */
export function rangDe({ mois, annee }: Periode): number {
  return annee * 12 + MOIS.indexOf(mois)
}

/** The inverse of `rangDe`. */
export function periodeDe(rang: number): Periode {
  return { mois: MOIS[rang % 12] as Mois, annee: Math.floor(rang / 12) }
}

/** `2025-03`: the month in ISO 8601, the key under which other forms' values travel. */
export function isoDe({ mois, annee }: Periode): string {
  return `${annee}-${String(MOIS.indexOf(mois) + 1).padStart(2, '0')}`
}

/** The inverse of `isoDe`. */
export function periodeDIso(iso: string): Periode {
  return periodeDe(Number(iso.slice(0, 4)) * 12 + Number(iso.slice(5, 7)) - 1)
}

/** « mars 2025 » : dans une phrase, sans majuscule. */
export function libellePeriode({ mois, annee }: Periode): string {
  return `${LIBELLES_MOIS[mois].toLowerCase()} ${annee}`
}

/** « de mars 2025 », « d’avril 2025 » : le mot qui précède commande l’élision. */
export function avecDe(nom: string): string {
  return /^[aeiouyéèêàâîôû]/i.test(nom) ? `d’${nom}` : `de ${nom}`
}

/** Number of days of the month. */
export function nbJours({ mois, annee }: Periode): number {
  return new Date(Date.UTC(annee, MOIS.indexOf(mois) + 1, 0)).getUTCDate()
}
