import type { Ref } from '@releve/contract/page.ts'
import type { Role } from '@releve/contract/utilisateur/droits.ts'

/** The session, as `localStorage` keeps it under `auth`. */
export type Auth = {
  identifiant: string
  roles: Role[]
  nomAffichable: string
  /** `expirationDate`: an instant, ISO 8601 in UTC. */
  token: { value: string; expirationDate: string }
  refreshToken: string
  forceChangePassword: boolean
  urlLogo: string | null
  autreStructure: Ref[]
  structure: Ref | null
}

/** Preferences of display, kept under `settings`; they hold no personal data and outlive a session. */
export type Settings = {
  mode: 'light' | 'dark' | 'system'
  direction: 'ltr' | 'rtl'
  colour: 'default' | 'purple' | 'cyan' | 'blue' | 'orange' | 'red'
  stretch: boolean
}

const SETTINGS_PAR_DEFAUT: Settings = {
  mode: 'system',
  direction: 'ltr',
  colour: 'default',
  stretch: false,
}

function lireObjet(cle: string): Record<string, unknown> | null {
  try {
    const lu: unknown = JSON.parse(localStorage.getItem(cle) ?? 'null')
    return typeof lu === 'object' ? (lu as Record<string, unknown> | null) : null
  } catch {
    return null
  }
}

/** The session kept in this browser; null when there is none, or none that can be read. */
export function readAuth(): Auth | null {
  const lu = lireObjet('auth')
  const token = lu?.token as Partial<Auth['token']> | undefined
  if (typeof token?.value !== 'string' || !Array.isArray(lu?.roles)) return null
  // Written by `writeAuth` alone; what anyone else puts there only harms himself.
  return lu as Auth
}

export function writeAuth(auth: Auth): void {
  localStorage.setItem('auth', JSON.stringify(auth))
  localStorage.setItem('accessToken', auth.token.value)
}

/** What a person typed and the server does not hold yet: `saisie:{identifiant}:{numero}`. */
export const PREFIXE_BROUILLON = 'saisie:'

export function hasBrouillon(identifiant: string): boolean {
  const debut = `${PREFIXE_BROUILLON}${identifiant}:`
  return Object.keys(localStorage).some((cle) => cle.startsWith(debut))
}

/** Forgets everything but `settings`. */
export function clearStockage(): void {
  for (const cle of Object.keys(localStorage)) {
    if (cle !== 'settings') localStorage.removeItem(cle)
  }
  sessionStorage.clear()
}

export function readSettings(): Settings {
  return { ...SETTINGS_PAR_DEFAUT, ...(lireObjet('settings') as Partial<Settings> | null) }
}

export function writeSettings(settings: Settings): void {
  localStorage.setItem('settings', JSON.stringify(settings))
}
