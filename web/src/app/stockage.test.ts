import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { memoire } from './navigateur.banc.ts'
import {
  clearStockage,
  completeSettings,
  estPostePartage,
  readAppareil,
  readAuth,
  readEmpreinte,
  readSettings,
  SETTINGS_PAR_DEFAUT,
  suivreAppareil,
  writeAppareil,
  writeEmpreinte,
  writePostePartage,
  writeSettings,
} from './stockage.ts'

beforeEach(() => vi.stubGlobal('localStorage', memoire()))
afterEach(() => vi.unstubAllGlobals())

const CSE = { id: 6, code: 'CSE-R01-01', libelle: 'Complexe socio-éducatif' }
const AUTH = {
  identifiant: 'cse-r01-01',
  roles: ['ROLE_STRUCTURE'],
  nomAffichable: 'Awa Diop',
  token: { value: 'jeton', expirationDate: '2026-03-01T10:00:00.000Z' },
  refreshToken: 'renouvellement',
  forceChangePassword: true,
  secondFacteurAActiver: false,
  urlLogo: '/fichiers/logo',
  autreStructure: [],
  structure: CSE,
}
const lire = (auth: unknown) => {
  localStorage.setItem('auth', JSON.stringify(auth))
  return readAuth()
}

it('rend la session telle qu’elle est gardée', () => {
  expect(lire(AUTH)).toEqual(AUTH)
})

it('se passe de ce qu’une session peut ne pas dire', () => {
  const { identifiant, roles, nomAffichable, token, refreshToken } = AUTH
  expect(lire({ identifiant, roles, nomAffichable, token, refreshToken })).toEqual({
    ...AUTH,
    forceChangePassword: false,
    urlLogo: null,
    structure: null,
  })
})

it.each<[string, object]>([
  ['sans nom', { nomAffichable: undefined }],
  ['dont le nom est un nombre', { nomAffichable: 3 }],
  ['sans identifiant', { identifiant: undefined }],
  ['sans jeton', { token: null }],
  ['dont le jeton est un texte', { token: 'jeton' }],
  ['dont le jeton n’a pas d’échéance', { token: { value: 'jeton' } }],
  ['sans jeton de renouvellement', { refreshToken: undefined }],
  ['sans rôles', { roles: undefined }],
  ['dont les rôles sont un texte', { roles: 'ROLE_DPPS' }],
  ['dont un rôle n’est pas un texte', { roles: [null] }],
  ['dont la structure est un code', { structure: 'CSE-R01-01' }],
  ['dont la structure n’a pas de nom', { structure: { id: 6, code: 'CSE-R01-01' } }],
  ['dont les autres structures sont absentes', { autreStructure: null }],
  ['dont une autre structure est vide', { autreStructure: [CSE, null] }],
  ['dont le logo est un objet', { urlLogo: {} }],
])('ne reprend pas une session %s', (_, changement) => {
  expect(lire({ ...AUTH, ...changement })).toBeNull()
})

it.each(['', '{', 'null', '"texte"', '[]', '42'])('ne prend pas %s pour une session', (texte) => {
  localStorage.setItem('auth', texte)
  expect(readAuth()).toBeNull()
})

it.each(['', '{', 'null', '"texte"', '42'])('ne prend pas %s pour des réglages', (texte) => {
  localStorage.setItem('settings', texte)
  expect(readSettings()).toEqual(SETTINGS_PAR_DEFAUT)
})

const machine = (sombre: boolean) => vi.stubGlobal('matchMedia', () => ({ matches: sombre }))
const garde = () => JSON.parse(localStorage.getItem('settings') ?? 'null')
const S = { direction: 'ltr', colour: 'default', stretch: false }

it('tient `settings` entier dès la première visite, au mode de la machine', () => {
  machine(true)
  completeSettings()
  expect(garde()).toMatchObject({ ...S, mode: 'dark' })
  machine(false)
  completeSettings()
  expect(garde()).toMatchObject({ ...S, mode: 'light' })
  writeAppareil('au-hasard')
  expect(garde()).toMatchObject({ ...S, mode: 'light', appareil: 'au-hasard' })
})

it('tient `settings` entier quand la première chose gardée est l’appareil', () => {
  machine(true)
  writeAppareil('au-hasard')
  expect(garde()).toMatchObject({ ...S, mode: 'dark', appareil: 'au-hasard' })
})

it('garde un mode choisi contre celui de la machine, et le même jusqu’à un autre choix', () => {
  machine(false)
  completeSettings()
  writeSettings({ ...readSettings(), mode: 'light', machine: null })
  machine(true)
  completeSettings()
  expect([garde().mode, readSettings()]).toMatchObject(['light', { mode: 'light', machine: null }])
  writeSettings({ ...readSettings(), ...suivreAppareil() })
  expect(garde().mode).toBe('dark')
  machine(false)
  expect(readSettings().mode).toBe('light')
})

it.each([
  ['sans mode', { appareil: 'x' }, ['dark', 'dark']],
  ['qui suit le système', { mode: 'system', colour: 'red' }, ['dark', 'dark']],
  ['clair', { mode: 'light', density: 'compact' }, ['light', null]],
  ['sombre', { mode: 'dark' }, ['dark', null]],
  ['où une page d’avant a choisi depuis', { mode: 'light', machine: 'dark' }, ['light', null]],
])('lit des réglages d’avant, %s, et garde le reste', (_, avant, [mode, suivi]) => {
  machine(true)
  localStorage.setItem('settings', JSON.stringify(avant))
  completeSettings()
  expect(garde()).toMatchObject({ ...S, ...avant, mode, machine: suivi })
})

it('garde l’appareil avec les réglages, qui seuls restent au départ', () => {
  vi.stubGlobal('sessionStorage', memoire())
  expect(readAppareil()).toBeUndefined()
  writeSettings({ ...SETTINGS_PAR_DEFAUT, mode: 'dark' })
  writeAppareil('au-hasard')
  writeSettings({ ...SETTINGS_PAR_DEFAUT, mode: 'light' })
  localStorage.setItem('auth', JSON.stringify(AUTH))
  clearStockage()
  expect(Object.keys(localStorage)).toEqual(['settings'])
  expect([readAppareil(), readSettings().mode]).toEqual(['au-hasard', 'light'])
})

it('se souvient d’un poste partagé, quels que soient les réglages, et après la déconnexion', () => {
  vi.stubGlobal('sessionStorage', memoire())
  expect(estPostePartage()).toBe(false)
  writePostePartage(true)
  writeSettings({ ...SETTINGS_PAR_DEFAUT, mode: 'dark' })
  writeAppareil('au-hasard')
  writeEmpreinte({ empreinte: '0a1b', identifiant: 'awa' })
  expect(readEmpreinte()).toEqual({ empreinte: '0a1b', identifiant: 'awa' })
  clearStockage()
  expect([estPostePartage(), readAppareil(), readSettings().mode]).toEqual([
    true,
    'au-hasard',
    'dark',
  ])
  expect(readEmpreinte()).toBeNull()
  writePostePartage(false)
  expect([estPostePartage(), readAppareil()]).toEqual([false, 'au-hasard'])
})

it('reprend la pleine largeur choisie avec une version d’avant, et laisse le reste aux tableaux', () => {
  const lu = (ecrit: object) => {
    localStorage.setItem('settings', JSON.stringify(ecrit))
    return readSettings()
  }
  expect(lu({ pleine: true }).ampleur).toBe('pleine')
  expect(lu({ pleine: false }).ampleur).toBe('auto')
  expect(lu({ pleine: true, ampleur: 'page' })).toMatchObject({ ampleur: 'page' })
  expect(lu({ pleine: true })).not.toHaveProperty('pleine')
})
