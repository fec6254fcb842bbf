import { estHorsLigne, subscribeLigne } from './ligne.ts'
import {
  demanderReconnexion,
  getSession,
  reprendreAutreOnglet,
  subscribeSession,
} from './session.ts'
import type { Auth } from './stockage.ts'

const MINUTE = 60_000
/** How long before the end one is warned (RGAA 13.1). */
const AVANCE_MS = 5 * MINUTE
/** Longest wait between two looks at the clock: timers sleep with the computer, it does not. */
const PERIODE_MS = 30_000

/** A session about to end: in how many minutes, and whether nothing can prolong it. */
export type Fin = { minutes: number; definitive: boolean }

/** Milliseconds left before the session ends; null when nobody knows. */
function resteDe(auth: Auth, maintenant: number): number | null {
  const reste = Date.parse(auth.dateExpirationSession ?? '') - maintenant
  return Number.isNaN(reste) ? null : reste
}

/** Whether the session is known to be over. */
export function estFinie(auth: Auth, maintenant = Date.now()): boolean {
  const reste = resteDe(auth, maintenant)
  return reste !== null && reste <= 0
}

/** What to warn of now; null when the end is far, unknown, or past. */
export function finDe(auth: Auth, maintenant = Date.now()): Fin | null {
  const reste = resteDe(auth, maintenant)
  if (reste === null || reste <= 0 || reste > AVANCE_MS) return null
  // Instants of one form, in UTC: as texts they compare as they follow each other.
  const definitive = auth.dateExpirationSession === auth.dateFinSession
  return { minutes: Math.ceil(reste / MINUTE), definitive }
}

/** Until what is said of the end is no longer true. */
function attenteDe(auth: Auth, maintenant: number): number {
  const reste = resteDe(auth, maintenant)
  if (reste === null || reste <= 0) return PERIODE_MS
  const pas = reste > AVANCE_MS ? reste - AVANCE_MS : reste % MINUTE || MINUTE
  // One more than the instant itself: timers may wake a little early.
  return Math.min(pas + 1, PERIODE_MS)
}

const memeFin = (a: Fin | null, b: Fin | null) =>
  a?.minutes === b?.minutes && a?.definitive === b?.definitive

function juger(): Fin | null {
  const { auth, aReconnecter } = getSession()
  if (!auth || aReconnecter) return null
  if (!estFinie(auth)) return finDe(auth)
  // A password cannot be checked without network: what is kept here stays open until it is back.
  if (estHorsLigne()) return null
  // It ended by itself: the person is told now, not at the next call that fails.
  if (!reprendreAutreOnglet()) void demanderReconnexion()
  return null
}

/**
 * Follows the end of this tab's session. `noter` hears what to warn of, when that changes; once the
 * session is over it asks to sign in again over the page. Returns what stops it.
 */
export function surveillerFin(noter: (fin: Fin | null) => void): () => void {
  let minuterie: ReturnType<typeof setTimeout> | undefined
  let dite: Fin | null = null
  let enJugement = false
  const regarder = () => {
    // Judging may itself change the session, which calls back here.
    if (enJugement) return
    enJugement = true
    const fin = juger()
    enJugement = false
    if (!memeFin(fin, dite)) noter(fin)
    dite = fin
    clearTimeout(minuterie)
    const { auth } = getSession()
    if (auth) minuterie = setTimeout(regarder, attenteDe(auth, Date.now()))
  }
  const arrets = [subscribeSession(regarder), subscribeLigne(regarder)]
  const retours = ['visibilitychange', 'focus', 'pageshow', 'online'] as const
  for (const retour of retours) addEventListener(retour, regarder)
  regarder()
  return () => {
    for (const arreter of arrets) arreter()
    clearTimeout(minuterie)
    for (const retour of retours) removeEventListener(retour, regarder)
  }
}
