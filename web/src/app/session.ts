import type { Session } from '@releve/contract/session/session.schema.ts'
import { DROITS, type DroitNomme, type Role } from '@releve/contract/utilisateur/droits.ts'
import { useSyncExternalStore } from 'react'
import { type Auth, clearStockage, readAuth, writeAuth } from './stockage.ts'

/**
 * The session of this tab. `aReconnecter`: the session ended while the person was at work; the page
 * stays as it is, under a dialog that asks to sign in again.
 */
export type EtatSession = { auth: Auth | null; aReconnecter: boolean }

/** A token is valid only while its expiry exists and lies ahead. */
export function estJetonValide(auth: Auth | null): boolean {
  return auth !== null && Date.parse(auth.token.expirationDate) > Date.now()
}

function lireAuthValide(): Auth | null {
  const auth = readAuth()
  return estJetonValide(auth) ? auth : null
}

let etat: EtatSession = { auth: lireAuthValide(), aReconnecter: false }
const abonnes = new Set<() => void>()
let attentes: ((reconnecte: boolean) => void)[] = []

function publier(suivant: EtatSession): void {
  etat = suivant
  for (const abonne of abonnes) abonne()
}

function finirAttentes(reconnecte: boolean): void {
  const finies = attentes
  attentes = []
  for (const finir of finies) finir(reconnecte)
}

export function subscribeSession(abonne: () => void): () => void {
  abonnes.add(abonne)
  return () => abonnes.delete(abonne)
}

export const getSession = (): EtatSession => etat

export function useSession(): EtatSession {
  return useSyncExternalStore(subscribeSession, getSession)
}

/** The signed-in person. Only below the guard. */
export function useAuth(): Auth {
  const { auth } = useSession()
  if (!auth) throw new Error('useAuth outside the guard')
  return auth
}

/** Keeps the session that the server has just opened or renewed. */
export function retenirSession(session: Session): void {
  const { token, dateExpirationJeton, ...reste } = session
  const auth: Auth = { ...reste, token: { value: token, expirationDate: dateExpirationJeton } }
  writeAuth(auth)
  publier({ auth, aReconnecter: false })
  finirAttentes(true)
}

/** Leaves the session in this tab: everything stored goes, but the settings of display. */
export function oublierSession(): void {
  clearStockage()
  publier({ auth: null, aReconnecter: false })
  finirAttentes(false)
}

/** The server asks for another password before anything else. */
export function exigerNouveauMotDePasse(): void {
  if (!etat.auth) return
  const auth = { ...etat.auth, forceChangePassword: true }
  writeAuth(auth)
  publier({ ...etat, auth })
}

/** Asks to sign in again over the page. True once done; false when the person leaves instead. */
export function demanderReconnexion(): Promise<boolean> {
  if (!etat.auth) return Promise.resolve(false)
  if (!etat.aReconnecter) publier({ ...etat, aReconnecter: true })
  return new Promise((finir) => attentes.push(finir))
}

/** What another tab did (renewed, signed in, left) holds here too. */
export function suivreAutresOnglets(): void {
  window.addEventListener('storage', ({ key }) => {
    if (key !== 'auth' && key !== null) return
    const auth = lireAuthValide()
    publier({ auth, aReconnecter: false })
    finirAttentes(auth !== null)
  })
}

/** Does any of these roles hold this right? For what is shown only: the server alone decides. */
export function aDroit(roles: readonly Role[], droit: DroitNomme): boolean {
  return roles.some((role) => role in DROITS[droit])
}
