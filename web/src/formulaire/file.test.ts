import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { memoire } from '../app/navigateur.banc.ts'

const adresse = '/dashboard/app?vue=examen'

beforeEach(() => vi.stubGlobal('sessionStorage', memoire()))
afterEach(() => vi.unstubAllGlobals())

/** As a page has it that has just been opened. */
async function ouvrir() {
  vi.resetModules()
  return import('./file.ts')
}

it('mène d’un rapport de la file au suivant, et de chacun à la file', async () => {
  const { placeDansFile, retenirFile } = await ouvrir()
  expect(placeDansFile('RMA-1')).toBeNull()
  retenirFile({ adresse, numeros: ['RMA-1', 'RMA-2'] })
  expect(placeDansFile('RMA-1')).toEqual({ retour: adresse, suivant: 'RMA-2' })
  expect(placeDansFile('RMA-2')).toEqual({ retour: adresse, suivant: null })
  expect(placeDansFile('RMA-3')).toBeNull()
})

it('est connue de la page rechargée, et s’en va avec la session', async () => {
  const avant = await ouvrir()
  avant.retenirFile({ adresse, numeros: ['RMA-1', 'RMA-2'] })
  const apres = await ouvrir()
  expect(apres.placeDansFile('RMA-1')).toEqual({ retour: adresse, suivant: 'RMA-2' })
  sessionStorage.clear()
  expect(apres.placeDansFile('RMA-1')).toBeNull()
})

it('sans place pour la garder, dure autant que la page', async () => {
  const { placeDansFile, retenirFile } = await ouvrir()
  vi.spyOn(sessionStorage, 'setItem').mockImplementation(() => {
    throw new DOMException('plein', 'QuotaExceededError')
  })
  retenirFile({ adresse, numeros: ['RMA-1', 'RMA-2'] })
  expect(placeDansFile('RMA-1')).toEqual({ retour: adresse, suivant: 'RMA-2' })
})

it.each(['{', '"RMA-1"', '{"adresse":1,"numeros":[]}', '{"adresse":"/","numeros":[1]}'])(
  'illisible (%s), est ignorée',
  async (texte) => {
    sessionStorage.setItem('fileExamen', texte)
    expect((await ouvrir()).placeDansFile('RMA-1')).toBeNull()
  },
)
