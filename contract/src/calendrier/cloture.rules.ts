import type { Periode } from '../mois.ts'
import { type Calendrier, jourVerrou, plusJours } from './calendrier.rules.ts'

/** How many days before its closing a month is said to close soon, and more time may be asked for. */
const PREAVIS_JOURS = 15

/**
 * Where the entry of a month is: open, about to close, closed, or open again; `le`: its last day,
 * included. `demandable`: more time may be asked for.
 */
export type Cloture = {
  etat: 'OUVERTE' | 'PROCHE' | 'CLOSE' | 'ROUVERTE'
  le: string
  demandable: boolean
}

/** `rouvertJusqua`: last day of its reopening, if it has one. */
export function clotureDe(
  periode: Periode,
  rouvertJusqua: string | null,
  calendrier: Pick<Calendrier, 'moisVerrou'>,
  jour: string,
): Cloture {
  const dernier = plusJours(jourVerrou(periode, calendrier), -1)
  const le = rouvertJusqua !== null && rouvertJusqua > dernier ? rouvertJusqua : dernier
  const demandable = le <= plusJours(jour, PREAVIS_JOURS)
  if (jour > le) return { etat: 'CLOSE', le, demandable }
  if (jour > dernier) return { etat: 'ROUVERTE', le, demandable }
  return { etat: demandable ? 'PROCHE' : 'OUVERTE', le, demandable }
}

/** The longest that a month is opened again, and what is proposed: days. */
const REOUVERTURE_MAX = 366
const REOUVERTURE_PROPOSEE = 14

/** Between which days a reopening of this month may end, and the one that is proposed. */
export function finsReouverture(
  periode: Periode,
  calendrier: Pick<Calendrier, 'moisVerrou'>,
  jour: string,
) {
  const verrou = jourVerrou(periode, calendrier)
  const du = jour > verrou ? jour : verrou
  return { du, au: plusJours(jour, REOUVERTURE_MAX), proposee: plusJours(du, REOUVERTURE_PROPOSEE) }
}
