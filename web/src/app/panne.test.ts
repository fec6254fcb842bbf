import { expect, it } from 'vitest'
import { EchecApi } from '../api/envoi.ts'
import { estMorceauAbsent, referenceDe, traceDe } from './Panne.tsx'

it('un appel refusé donne la référence du serveur, et rien d’autre n’en a', () => {
  expect(referenceDe(new EchecApi(500, { code: 'ERREUR_INTERNE', trace: '7F3A' }))).toBe('7F3A')
  expect(referenceDe(new EchecApi(0, {}))).toBeNull()
  expect(referenceDe(new Error('rendu'))).toBeNull()
})

it('une erreur de rendu se montre en quelques lignes, son message une seule fois', () => {
  const echec = new TypeError('lu d’une valeur absente')
  echec.stack = `TypeError: lu d’une valeur absente\n${'    at Page (page.js:1)\n'.repeat(20)}`
  const lignes = traceDe(echec)?.split('\n') ?? []
  expect(lignes[0]).toBe('TypeError: lu d’une valeur absente')
  expect(lignes.filter((ligne) => ligne.includes('TypeError'))).toHaveLength(1)
  expect(lignes).toHaveLength(7)
  expect(traceDe(undefined)).toBeNull()
})

it.each([
  'Failed to fetch dynamically imported module: /assets/x.js',
  'Unable to preload CSS for /assets/x.css',
])('un morceau de la page qui n’arrive pas se recharge : %s', (message) => {
  expect(estMorceauAbsent(new TypeError(message))).toBe(true)
})

it('une erreur de rendu n’est pas un morceau absent', () => {
  expect(estMorceauAbsent(new TypeError('x is undefined'))).toBe(false)
})
