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
  /** When the session ends unless it is renewed before; absent when that is not known. */
  dateExpirationSession?: string
  /** When it ends whatever one does; absent when that is not known. */
  dateFinSession?: string
  forceChangePassword: boolean
  /** A second factor must be set up first. */
  secondFacteurAActiver: boolean
  /** From when it must; null or absent: none is asked for, or there is one. */
  secondFacteurLe?: string | null
  /** When the exercise was done; null: never; absent: not known. */
  exerciceLe?: string | null
  urlLogo: string | null
  autreStructure: Ref[]
  structure: Ref | null
  /** The provider that opened it; absent: a password did. */
  fournisseur?: string
}

type Mode = 'light' | 'dark'

/** Preferences of display, kept under `settings`; they hold no personal data and outlive a session. */
export type Settings = {
  /** What shows now. */
  mode: Mode
  /** What the machine prefers, as long as it is followed; null: a mode has been chosen. */
  machine: Mode | null
  direction: 'ltr' | 'rtl'
  colour: 'default' | 'purple' | 'cyan' | 'blue' | 'orange' | 'red'
  stretch: boolean
  /** The side bar of wide screens is reduced. */
  reduit: boolean
  /** Tables of entry are tight: more of them in sight. */
  density: 'comfortable' | 'compact'
  /**
   * Whether a report takes the whole window, the menu and the list of its sections folded, or keeps
   * to the page; `auto`: as its tables ask.
   */
  ampleur: 'auto' | 'pleine' | 'page'
  /** Keys that act alone, without Ctrl nor Alt: speech, or a hand that shakes, may press them unasked. */
  touchesSeules: boolean
}

export const SETTINGS_PAR_DEFAUT: Settings = {
  mode: 'light',
  machine: 'light',
  direction: 'ltr',
  colour: 'default',
  stretch: false,
  reduit: false,
  density: 'comfortable',
  ampleur: 'auto',
  touchesSeules: true,
}

function lireObjet(cle: string): Record<string, unknown> | null {
  try {
    const lu: unknown = JSON.parse(localStorage.getItem(cle) ?? 'null')
    return typeof lu === 'object' ? (lu as Record<string, unknown> | null) : null
  } catch {
    return null
  }
}

const estTexte = (lu: unknown) => typeof lu === 'string'
const ontTexte = (lu: unknown, ...cles: string[]) =>
  // Any value that JSON knows has properties, but null.
  cles.every((cle) => estTexte((lu as Record<string, unknown> | null)?.[cle]))
const estListe = (lu: unknown, estUn: (un: unknown) => boolean) =>
  Array.isArray(lu) && lu.every(estUn)
const estRef = (lu: unknown) => ontTexte(lu, 'code', 'libelle')

/** What a session may do without: nothing is asked first, and there is nothing more. */
const FACULTATIFS = {
  forceChangePassword: false,
  secondFacteurAActiver: false,
  urlLogo: null,
  autreStructure: [],
  structure: null,
}

/**
 * The session kept in this browser; null when there is none, or none that the screens can show:
 * another program may have written it, or an older version of this one.
 */
export function readAuth(): Auth | null {
  const lu = { ...FACULTATIFS, ...(lireObjet('auth') as Partial<Auth> | null) }
  const entier =
    ontTexte(lu, 'identifiant', 'nomAffichable', 'refreshToken') &&
    ontTexte(lu.token, 'value', 'expirationDate') &&
    estListe(lu.roles, estTexte) &&
    estListe(lu.autreStructure, estRef) &&
    (lu.structure === null || estRef(lu.structure)) &&
    (lu.urlLogo === null || estTexte(lu.urlLogo))
  return entier ? (lu as Auth) : null
}

export function writeAuth(auth: Auth): void {
  try {
    localStorage.setItem('auth', JSON.stringify(auth))
    localStorage.setItem('accessToken', auth.token.value)
  } catch {
    // No room left: the session lives as long as the page; an older one would be taken for it.
    localStorage.removeItem('auth')
    localStorage.removeItem('accessToken')
  }
}

/**
 * What a person typed and the server does not hold yet: `saisie:{identifiant}:{numero}`, in a base of
 * the browser's (carnets.ts). Earlier versions of the site kept it here.
 */
export const PREFIXE_CARNET = 'saisie:'

/** Forgets everything but `settings`, and what people typed that the base has not taken over yet. */
export function clearStockage(): void {
  for (const cle of Object.keys(localStorage)) {
    if (cle !== 'settings' && !cle.startsWith(PREFIXE_CARNET)) localStorage.removeItem(cle)
  }
  sessionStorage.clear()
}

/** The machine's preference, followed. */
export function suivreAppareil(): Pick<Settings, 'mode' | 'machine'> {
  const sombre = globalThis.matchMedia?.('(prefers-color-scheme: dark)').matches
  const mode = sombre ? 'dark' : 'light'
  return { mode, machine: mode }
}

/**
 * What is kept, with the machine's preference of this instant. Another mode than the one that the
 * machine had is a choice: a page of before, or another program, writes nothing but it.
 */
export function readSettings(): Settings {
  const lu = lireObjet('settings') as (Partial<Settings> & { pleine?: boolean }) | null
  // What earlier versions wrote of a report that takes the whole window.
  const { pleine, ...autres } = lu ?? {}
  const choisie = pleine === true && { ampleur: 'pleine' as const }
  const settings = { ...SETTINGS_PAR_DEFAUT, ...choisie, ...autres }
  const choisi = (lu?.mode === 'light' || lu?.mode === 'dark') && lu.machine !== lu.mode
  return choisi ? { ...settings, machine: null } : { ...settings, ...suivreAppareil() }
}

/** What is of the browser, whoever uses it: it stands in `settings`, which alone outlives a session. */
const duNavigateur = () => ({
  appareil: readAppareil(),
  exercices: readExercices(),
  ...(estPostePartage() && { postePartage: true }),
})

export function writeSettings(settings: Settings): void {
  localStorage.setItem('settings', JSON.stringify({ ...settings, ...duNavigateur() }))
}

/** From the first visit on, `settings` is there whole: nothing in it is left to be guessed. */
export function completeSettings(): void {
  writeDuNavigateur({})
}

type DuNavigateur = { appareil?: string; postePartage?: boolean; exercices?: Exercices }

function writeDuNavigateur(quoi: DuNavigateur): void {
  try {
    const entier = JSON.stringify({ ...readSettings(), ...duNavigateur(), ...quoi })
    if (entier !== localStorage.getItem('settings')) localStorage.setItem('settings', entier)
  } catch {
    // No room left: the next sign-in is that of a browser not known yet.
  }
}

/**
 * What this browser shows of itself as one signs in, for strangers' failures not to make its people
 * wait. A random text that names nobody and opens nothing: it stands in `settings`, which alone
 * outlives a session. Undefined when nobody has signed in here yet.
 */
export function readAppareil(): string | undefined {
  const appareil = lireObjet('settings')?.['appareil']
  return typeof appareil === 'string' ? appareil : undefined
}

export const writeAppareil = (appareil: string) => writeDuNavigateur({ appareil })

/**
 * What is kept here of an account's exercise: done and not told to the server yet, or put off. It
 * outlives the session, so it stands under a mark of the name, which the mark does not say.
 */
type Exercice = 'A_ENVOYER' | 'PLUS_TARD'
type Exercices = Record<string, Exercice>

/** Two numbers of 32 bits, by FNV-1a: enough for the people of a browser. */
function marqueDe(identifiant: string): string {
  const passe = (graine: number) =>
    [...identifiant].reduce(
      (somme, signe) => Math.imul(somme ^ (signe.codePointAt(0) ?? 0), 0x01_00_01_93) >>> 0,
      graine,
    )
  return passe(0x81_1c_9d_c5).toString(36) + passe(0x1b_87_35_93).toString(36)
}

/** What this page keeps that the browser has no room for. */
const exercicesIci = new Map<string, Exercice | null>()

function readExercices(): Exercices | undefined {
  const lus = lireObjet('settings')?.['exercices']
  // Whatever it holds is compared with the two words alone.
  return typeof lus === 'object' && lus !== null ? (lus as Exercices) : undefined
}

/** What is kept here of this account's exercise; null: nothing. */
export function readExercice(identifiant: string): Exercice | null {
  const marque = marqueDe(identifiant)
  const ici = exercicesIci.get(marque)
  return ici === undefined ? (readExercices()?.[marque] ?? null) : ici
}

export function writeExercice(identifiant: string, quoi: Exercice | null): void {
  const marque = marqueDe(identifiant)
  const { [marque]: _avant, ...autres } = readExercices() ?? {}
  writeDuNavigateur({ exercices: quoi === null ? autres : { ...autres, [marque]: quoi } })
  if ((readExercices()?.[marque] ?? null) === quoi) exercicesIci.delete(marque)
  else exercicesIci.set(marque, quoi)
}

/** Several people take turns at this computer: nothing outlives a session in clear (decision 0076). */
export const estPostePartage = () => lireObjet('settings')?.['postePartage'] === true

export const writePostePartage = (postePartage: boolean) => writeDuNavigateur({ postePartage })

/** Whether this browser ciphers: it does over HTTPS, or on the computer itself. */
export const peutSceller = (): boolean => globalThis.crypto?.subtle !== undefined

const CLE_EMPREINTE = 'empreinte'

/** The print of the key last given in this session, and to whom; null before. Leaves with it. */
export function readEmpreinte(): { empreinte: string; identifiant: string } | null {
  const lu = lireObjet(CLE_EMPREINTE)
  // Checked just here.
  return ontTexte(lu, 'empreinte', 'identifiant')
    ? (lu as { empreinte: string; identifiant: string })
    : null
}

export function writeEmpreinte(dite: { empreinte: string; identifiant: string }): void {
  try {
    localStorage.setItem(CLE_EMPREINTE, JSON.stringify(dite))
  } catch {
    // No room left: without network, what waits sealed is taken for another's.
  }
}
