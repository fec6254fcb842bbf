import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { EchecApi, estCoupure } from '../api/envoi.ts'
import { deTrop, lireEtGarder } from './garde.ts'
import { estHorsLigne, noterLigne } from './ligne.ts'

let serveur: Server
let statut = 200
let corps = '{}'
/** Hangs up without a word: a port given back might be another's by the time it is wanted again. */
let muet = false

const ecouter = () =>
  new Promise<void>((pret) => {
    serveur = createServer((_, sortie) => {
      if (muet) return void sortie.destroy()
      // No connection is left to a server that stops.
      sortie.writeHead(statut, { 'content-type': 'application/json', connection: 'close' })
      sortie.end(corps)
    }).listen(0, '127.0.0.1', pret)
  })
const taire = () => new Promise((fini) => serveur.close(fini))

beforeEach(async () => {
  statut = 200
  corps = '{}'
  muet = false
  await ecouter()
  const { port } = serveur.address() as AddressInfo
  vi.stubGlobal('document', { querySelector: () => ({ content: `http://127.0.0.1:${port}/api` }) })
})
afterEach(async () => {
  noterLigne(false)
  await taire()
  vi.unstubAllGlobals()
})

const fiche = (cle: string, le: number, taille = 1) => ({ cle, identifiant: 'awa', le, taille })

it('garde cent vingt réponses et 30 Mo au plus : les plus anciennes partent', () => {
  const fiches = Array.from({ length: 122 }, (_, rang) => fiche(`c${rang}`, rang))
  expect(deTrop(fiches).map(({ cle }) => cle)).toEqual(['c1', 'c0'])
  const lourdes = [fiche('a', 3, 20_000_000), fiche('b', 2, 20_000_000), fiche('c', 1, 5)]
  expect(deTrop(lourdes).map(({ cle }) => cle)).toEqual(['b', 'c'])
  expect(deTrop(fiches.slice(0, 120))).toEqual([])
})

it('un refus du serveur reste un refus, et ne dit rien de la ligne', async () => {
  const refuse = () => Promise.reject(new EchecApi(403, { code: 'DROIT_INSUFFISANT' }))
  await expect(lireEtGarder(refuse, null, { queryHash: 'q' })).rejects.toMatchObject({
    statut: 403,
  })
  expect(estHorsLigne()).toBe(false)
})

it('sans réponse, la ligne est dite coupée ; sans rien de gardé, l’échec reste', async () => {
  const coupe = () => Promise.reject(new EchecApi(0, {}))
  await expect(lireEtGarder(coupe, null, { queryHash: 'q' })).rejects.toMatchObject({ statut: 0 })
  expect(estHorsLigne()).toBe(true)
  expect(await lireEtGarder(async () => 'lu', null, { queryHash: 'q' })).toBe('lu')
  expect(estHorsLigne()).toBe(false)
})

it('distingue un serveur absent derrière son mandataire d’un serveur qui demande d’attendre', () => {
  expect(estCoupure(new EchecApi(502, {}))).toBe(true)
  expect(estCoupure(new EchecApi(503, { code: 'SERVICE_OCCUPE' }))).toBe(false)
  expect(estCoupure(new EchecApi(500, {}))).toBe(false)
  expect(estCoupure(new Error('autre'))).toBe(false)
})

it('entend le retour du serveur, une fois', async () => {
  // The address of the server is read once a page: that of this one.
  vi.resetModules()
  const { estHorsLigne: coupee, sonder, subscribeLigne } = await import('./ligne.ts')
  const changements: boolean[] = []
  const arreter = subscribeLigne(() => changements.push(coupee()))
  muet = true
  expect(await sonder()).toBe(false)
  expect(await sonder()).toBe(false)
  muet = false
  expect(await sonder()).toBe(true)
  // A base that is busy is still a server that answers.
  statut = 503
  corps = '{"code":"SERVICE_OCCUPE"}'
  expect(await sonder()).toBe(true)
  expect(changements).toEqual([true, false])
  arreter()
})
