import type { Jour, Rang } from './journal.ts'

// Days and months, counted by hand.

const JOUR_MS = 86_400_000
const deux = (n: number) => String(n).padStart(2, '0')

export const jourDe = (instant: string): Jour => instant.slice(0, 10)
export const plus = (jour: Jour, n: number): Jour =>
  new Date(Date.parse(`${jour}T00:00:00Z`) + n * JOUR_MS).toISOString().slice(0, 10)
export const ecartEnJours = (de: Jour, a: Jour): number =>
  Math.round((Date.parse(`${a}T00:00:00Z`) - Date.parse(`${de}T00:00:00Z`)) / JOUR_MS)

export const rangDuJour = (jour: Jour): Rang =>
  Number(jour.slice(0, 4)) * 12 + Number(jour.slice(5, 7)) - 1
export const isoDuRang = (rang: Rang): string => `${Math.floor(rang / 12)}-${deux((rang % 12) + 1)}`
export const premierJour = (rang: Rang): Jour => `${isoDuRang(rang)}-01`
export const dernierJour = (rang: Rang): Jour => plus(premierJour(rang + 1), -1)

export type Calendrier = { jourEcheance: number; joursFeries: readonly string[] }

/** From Monday to Friday, less the holidays that are set. */
export function estOuvre(jour: Jour, { joursFeries }: Calendrier): boolean {
  const semaine = new Date(`${jour}T00:00:00Z`).getUTCDay()
  if (semaine === 0 || semaine === 6) return false
  return !joursFeries.includes(jour) && !joursFeries.includes(jour.slice(5))
}

/** That day, or the first working day that comes. */
export function ouvreDepuis(jour: Jour, calendrier: Calendrier): Jour {
  let un = jour
  while (!estOuvre(un, calendrier)) un = plus(un, 1)
  return un
}

export function ouvreJusqua(jour: Jour, calendrier: Calendrier): Jour {
  let un = jour
  while (!estOuvre(un, calendrier)) un = plus(un, -1)
  return un
}

/** The due day that settings give to a month. */
export const echeanceSelon = (rang: Rang, calendrier: Calendrier): Jour =>
  ouvreDepuis(plus(premierJour(rang + 1), calendrier.jourEcheance - 1), calendrier)

/** The first day of the third month that follows: no more entry. */
export const verrouDe = (rang: Rang): Jour => premierJour(rang + 3)
