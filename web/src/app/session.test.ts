import type { Session } from '@releve/contract/session/session.schema.ts'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { memoire } from './navigateur.banc.ts'
import { estJetonValide, getSession, retenirSession } from './session.ts'
import { readAuth } from './stockage.ts'

const MINUTE = 60_000
const MAINTENANT = Date.parse('2026-03-17T08:00:00.000Z')
const dans = (minutes: number) => new Date(MAINTENANT + minutes * MINUTE).toISOString()

/** As a server answers whose clock is so many minutes ahead of this computer's. */
const session = (avance = 0): Session => ({
  identifiant: 'cau-r01-01',
  roles: ['ROLE_STRUCTURE'],
  nomAffichable: 'Awa Diop',
  token: 'jeton',
  dateExpirationJeton: dans(avance + 15),
  refreshToken: 'renouvellement',
  dateExpirationSession: dans(avance + 30),
  dateFinSession: dans(avance + 600),
  forceChangePassword: false,
  secondFacteurAActiver: false,
  secondFacteurLe: null,
  exerciceLe: null,
  urlLogo: null,
  autreStructure: [],
  structure: null,
})

beforeEach(() => {
  vi.stubGlobal('localStorage', memoire())
  vi.useFakeTimers({ now: MAINTENANT, toFake: ['Date'] })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('garde l’échéance que le serveur donne', () => {
  retenirSession(session())
  expect(readAuth()?.token.expirationDate).toBe(dans(15))
})

it.each([
  ['d’une heure', -60],
  ['de deux jours', -2880],
])('sur un ordinateur en avance %s, la page rechargée retrouve la session', (_, avance) => {
  retenirSession(session(avance))
  expect(estJetonValide(readAuth())).toBe(true)
})

it('sans place pour la garder, la session vaut tant que la page est ouverte', () => {
  localStorage.setItem('auth', 'une session plus ancienne')
  vi.spyOn(localStorage, 'setItem').mockImplementation(() => {
    throw new DOMException('plein', 'QuotaExceededError')
  })
  retenirSession(session())
  expect(getSession().auth?.token.value).toBe('jeton')
  expect(readAuth()).toBeNull()
  expect(localStorage.getItem('auth')).toBeNull()
})
