import { afterEach, expect, it } from 'vitest'
import { memoire } from './navigateur.banc.ts'
import { remplacerStockageRefuse } from './stockageRefuse.ts'

const NOMS = ['localStorage', 'sessionStorage'] as const
afterEach(() => {
  for (const nom of NOMS) Reflect.deleteProperty(globalThis, nom)
})

/** The browser's own, or what it does instead. */
function poser(get: () => unknown): void {
  for (const nom of NOMS) Object.defineProperty(globalThis, nom, { get, configurable: true })
}

it.each<[string, () => unknown]>([
  [
    'refuse',
    () => {
      throw new DOMException('refusé', 'SecurityError')
    },
  ],
  ['n’a pas', () => null],
])('un navigateur qui %s son stockage en reçoit un, le temps de la page', (_, get) => {
  poser(get)
  remplacerStockageRefuse()
  localStorage.setItem('auth', 'session')
  localStorage.setItem('settings', 'réglages')
  expect(localStorage.getItem('auth')).toBe('session')
  expect(localStorage.getItem('autre')).toBeNull()
  expect(Object.keys(localStorage)).toEqual(['auth', 'settings'])
  localStorage.removeItem('auth')
  expect(Object.keys(localStorage)).toEqual(['settings'])
  expect(Object.keys(sessionStorage)).toEqual([])
  localStorage.clear()
  expect(Object.keys(localStorage)).toEqual([])
})

it('celui d’un navigateur qui l’accorde reste le sien', () => {
  const sien = memoire()
  poser(() => sien)
  remplacerStockageRefuse()
  expect(localStorage).toBe(sien)
})
