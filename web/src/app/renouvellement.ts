import { sessionApi } from '@releve/contract/session/session.api.ts'
import { EchecApi, envoyer } from '../api/envoi.ts'
import { getSession, retenirSession } from './session.ts'
import { type Auth, readAuth } from './stockage.ts'

const VERROU = 'releve-renouvellement'

/** Runs alone across the tabs of this browser; alone in this tab where locks are missing. */
function seul<T>(acte: () => Promise<T>): Promise<T> {
  return 'locks' in navigator ? navigator.locks.request(VERROU, acte) : acte()
}

async function renouvelerUneFois(jetonRefuse: string): Promise<boolean> {
  const auth: Auth | null = readAuth() ?? getSession().auth
  if (!auth) return false
  // Another tab renewed while this one waited for the lock: its session is already kept here.
  if (auth.token.value !== jetonRefuse) return true
  try {
    retenirSession(
      await envoyer(sessionApi.renouvelerJeton, { query: { refreshToken: auth.refreshToken } }),
    )
    return true
  } catch (echec) {
    // A blocked account says so itself: signing in again would not open it.
    if (!(echec instanceof EchecApi) || echec.code === 'COMPTE_BLOQUE') throw echec
    if (echec.statut === 401 || echec.statut === 403) return false
    throw echec
  }
}

let enCours: Promise<boolean> | null = null

/**
 * Renews the access token, once for all the calls and tabs that need it at the same time.
 * False when the server refuses: the person must sign in again.
 * @throws EchecApi when the server could not be asked, or the account is blocked.
 */
export function renouveler(jetonRefuse: string): Promise<boolean> {
  enCours ??= seul(() => renouvelerUneFois(jetonRefuse)).finally(() => {
    enCours = null
  })
  return enCours
}

const AVANCE_MS = 4 * 60_000
const INACTIVITE_MS = 5 * 60_000
const PERIODE_MS = 20_000
let derniereActivite = 0
let derniereVerification = 0

/** Renews silently ahead of the expiry while the person works. Returns what stops it. */
export function renouvelerTantQueActif(): () => void {
  const verifier = () => {
    derniereVerification = Date.now()
    const { auth, aReconnecter } = getSession()
    if (!auth || aReconnecter || Date.now() - derniereActivite > INACTIVITE_MS) return
    const reste = Date.parse(auth.token.expirationDate) - Date.now()
    // A failure here is not told: the next call that needs the token will tell it.
    if (reste < AVANCE_MS) renouveler(auth.token.value).catch(() => false)
  }
  const noter = () => {
    derniereActivite = Date.now()
    // Back at work after a pause, or a sleep of the computer: no need to wait for the next turn.
    if (derniereActivite - derniereVerification >= PERIODE_MS) verifier()
  }
  const minuterie = setInterval(verifier, PERIODE_MS)
  for (const geste of ['pointerdown', 'keydown']) addEventListener(geste, noter, { passive: true })
  return () => {
    clearInterval(minuterie)
    for (const geste of ['pointerdown', 'keydown']) removeEventListener(geste, noter)
  }
}
