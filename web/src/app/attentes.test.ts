import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import {
  listAttentes,
  listAutres,
  oublierSouhait,
  signalerAttentes,
  siLibre,
  souhaiterSoumettre,
  subscribeAttentes,
  tenir,
} from './attentes.ts'
import { memoire } from './essai.ts'
import { clearStockage } from './stockage.ts'

beforeEach(() => {
  vi.stubGlobal('localStorage', memoire())
  vi.stubGlobal('sessionStorage', memoire())
  vi.stubGlobal('window', new EventTarget())
})
afterEach(() => void vi.unstubAllGlobals())

const carnet = (depuis: number, textes: object, reste: object = {}) =>
  JSON.stringify({ version: 3, textes, commentaires: {}, justifications: {}, depuis, ...reste })

it('compte ce qui attend d’une personne, le plus ancien d’abord, et rien des autres', () => {
  localStorage.setItem('saisie:awa:RMA-2', carnet(20, { a: '1' }, { commentaires: { a: 'x' } }))
  localStorage.setItem('saisie:awa:RMA-1', carnet(10, { a: '1', b: 'douze', c: '' }))
  localStorage.setItem('saisie:binta:RMA-3', carnet(5, { a: '1' }))
  localStorage.setItem('settings', '{}')
  expect(listAttentes('awa')).toEqual([
    { numero: 'RMA-1', valeurs: 3, depuis: 10, soumettre: null },
    { numero: 'RMA-2', valeurs: 2, depuis: 20, soumettre: null },
  ])
  expect(listAttentes('aw')).toEqual([])
  expect([listAutres('awa'), listAutres('binta'), listAutres(undefined)]).toEqual([
    ['binta'],
    ['awa'],
    ['awa', 'binta'],
  ])
})

it('se lit même écrit par une autre version de la page', () => {
  localStorage.setItem('saisie:awa:RMA-1', 'illisible')
  localStorage.setItem('saisie:awa:RMA-2', '{"textes":null}')
  expect(listAttentes('awa').map(({ valeurs }) => valeurs)).toEqual([0, 0])
})

it('garde le souhait de soumettre à côté du carnet, jusqu’à ce qu’il soit oublié', () => {
  localStorage.setItem('saisie:awa:RMA-1', carnet(10, { a: '1' }))
  souhaiterSoumettre('awa', 'RMA-1')
  souhaiterSoumettre('awa', 'RMA-2')
  const dits = listAttentes('awa')
  expect(dits.map(({ numero, valeurs }) => [numero, valeurs])).toEqual([
    ['RMA-2', 0],
    ['RMA-1', 1],
  ])
  expect(dits.every(({ soumettre }) => Number(soumettre) > 0)).toBe(true)
  oublierSouhait('awa', 'RMA-2')
  oublierSouhait('awa', 'RMA-1')
  expect(listAttentes('awa')).toEqual([
    { numero: 'RMA-1', valeurs: 1, depuis: 10, soumettre: null },
  ])
})

it('survit à la déconnexion, de son auteur comme d’une autre personne', () => {
  localStorage.setItem('saisie:awa:RMA-1', carnet(10, { a: '1' }))
  localStorage.setItem('auth', '{}')
  localStorage.setItem('messagerie:awa', '{}')
  clearStockage()
  expect(Object.keys(localStorage)).toEqual(['saisie:awa:RMA-1'])
})

it('laisse un rapport à la page qui l’a ouvert', async () => {
  const acte = vi.fn<() => Promise<string>>(async () => 'fait')
  const lacher = tenir('RMA-1')
  expect(await siLibre('RMA-1', acte)).toBeNull()
  expect(acte).not.toHaveBeenCalled()
  expect(await siLibre('RMA-2', acte)).toBe('fait')
  lacher()
  await vi.waitFor(async () => expect(await siLibre('RMA-1', acte)).toBe('fait'))
})

it('prévient de ce qui change ici, et dans les autres onglets', () => {
  const abonne = vi.fn<() => void>()
  const arreter = subscribeAttentes(abonne)
  signalerAttentes()
  const ailleurs = (key: string | null) =>
    window.dispatchEvent(Object.assign(new Event('storage'), { key }))
  ailleurs('settings')
  expect(abonne).toHaveBeenCalledTimes(1)
  ailleurs('saisie:awa:RMA-1')
  ailleurs(null)
  expect(abonne).toHaveBeenCalledTimes(3)
  arreter()
  signalerAttentes()
  expect(abonne).toHaveBeenCalledTimes(3)
})
