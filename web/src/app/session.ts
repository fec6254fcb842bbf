import type { Session } from '@releve/contract/session/session.schema.ts'
import { DROITS, type Droit, type Role } from '@releve/contract/utilisateur/droits.ts'
import { type Auth, clearStockage, readAuth, writeAppareil, writeAuth } from './stockage.ts'

/**
 * The session of this tab. `aReconnecter`: the session ended while the person was at work; the page
 * stays as it is, under a dialog that asks to sign in again. `enDepart`: the person left, and the
 * login page is on its way.
 */
export type EtatSession = { auth: Auth | null; aReconnecter: boolean; enDepart?: boolean }

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

/** Over as soon as it is given: this computer's clock is ahead, and its ends cannot be told. */
const estPassee = (date: string) => Date.parse(date) <= Date.now()

/** How long a token is believed where the clock cannot tell: the server refuses it if it is over. */
const CREDIT_MS = 10 * 60_000

/** Keeps the session that the server has just opened or renewed. */
export function retenirSession(session: Session): void {
  const { token, dateExpirationJeton, jetonAppareil, ...reste } = session
  if (jetonAppareil !== undefined) writeAppareil(jetonAppareil)
  // Else each reload would ask to sign in, and each renewal would close the other tabs.
  const expirationDate = estPassee(dateExpirationJeton)
    ? new Date(Date.now() + CREDIT_MS).toISOString()
    : dateExpirationJeton
  const auth: Auth = { ...reste, token: { value: token, expirationDate } }
  if (estPassee(session.dateExpirationSession)) {
    delete auth.dateExpirationSession
    delete auth.dateFinSession
  }
  writeAuth(auth)
  publier({ auth, aReconnecter: false })
  finirAttentes(true)
}

/** Leaves the session in this tab: everything stored goes, but the settings of display. */
export function oublierSession(enDepart = false): void {
  clearStockage()
  publier({ auth: null, aReconnecter: false, enDepart })
  finirAttentes(false)
}

/** The login page is there: from now on, a protected address shows it in its place. */
export const finirDepart = () => publier({ ...etat, enDepart: false })

/** The server asks for another password before anything else. */
export function exigerNouveauMotDePasse(): void {
  if (!etat.auth) return
  const auth = { ...etat.auth, forceChangePassword: true }
  writeAuth(auth)
  publier({ ...etat, auth })
}

/** The server asks for a second factor before anything else, or no longer does. */
function marquerSecondFacteur(
  marque: Pick<Auth, 'secondFacteurAActiver'> & Partial<Pick<Auth, 'secondFacteurLe'>>,
): void {
  if (!etat.auth) return
  const auth = { ...etat.auth, ...marque }
  writeAuth(auth)
  publier({ ...etat, auth })
}
export const exigerSecondFacteur = () => marquerSecondFacteur({ secondFacteurAActiver: true })
export const secondFacteurActif = () =>
  marquerSecondFacteur({ secondFacteurAActiver: false, secondFacteurLe: null })

/** The logo that the server has just taken, a path below its root: shown at once. */
export function changerLogo(urlLogo: string): void {
  if (!etat.auth) return
  const auth = { ...etat.auth, urlLogo }
  writeAuth(auth)
  publier({ ...etat, auth })
}

/** The server has just said when this account did the exercise. */
export function retenirExercice(identifiant: string, exerciceLe: string): void {
  if (etat.auth?.identifiant !== identifiant) return
  const auth = { ...etat.auth, exerciceLe }
  writeAuth(auth)
  publier({ ...etat, auth })
}

/** Asks to sign in again over the page. True once done; false when the person leaves instead. */
export function demanderReconnexion(): Promise<boolean> {
  if (!etat.auth) return Promise.resolve(false)
  if (!etat.aReconnecter) publier({ ...etat, aReconnecter: true })
  return new Promise((finir) => attentes.push(finir))
}

/** Gives up signing in again while the session still lives: what asked for it fails. */
export function remettreReconnexion(): void {
  if (etat.aReconnecter) publier({ ...etat, aReconnecter: false })
  finirAttentes(false)
}

/** Takes up the session kept in this browser: where it is still good, unless another is given. */
export function relireSession(auth = lireAuthValide()): void {
  publier({ auth, aReconnecter: false })
  finirAttentes(auth !== null)
}

/**
 * Takes up the session that another tab renewed, unless this one knows it already: a tab that was
 * frozen is not told. True when there was such a session.
 */
export function reprendreAutreOnglet(): boolean {
  const auth = lireAuthValide()
  if (!auth || auth.token.value === etat.auth?.token.value) return false
  relireSession()
  return true
}

/** What another tab did (renewed, signed in, left) holds here too. */
export function suivreAutresOnglets(): void {
  window.addEventListener('storage', ({ key }) => {
    if (key === 'auth' || key === null) relireSession()
  })
}

/** A right that a screen may ask for: `session` and `compte` are anyone's who is signed in. */
export type DroitEcran = Exclude<Droit, 'public'>

/** Does any of these roles hold this right? For what is shown only: the server alone decides. */
export function aDroit(roles: readonly Role[], droit: DroitEcran): boolean {
  if (droit === 'session' || droit === 'compte') return true
  return roles.some((role) => role in DROITS[droit])
}
