import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { memoire } from './navigateur.banc.ts'
import {
  clearStockage,
  estPostePartage,
  readAppareil,
  readAuth,
  readEmpreinte,
  readSettings,
  SETTINGS_PAR_DEFAUT,
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
