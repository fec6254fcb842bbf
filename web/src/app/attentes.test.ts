import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { memoire } from './navigateur.banc.ts'
import { clearStockage } from './stockage.ts'

/** The page's own: each test opens another. */
async function ouvrirPage() {
  vi.resetModules()
  const { carnets } = await import('./carnets.ts')
  return { ...(await import('./attentes.ts')), carnets }
}

let page: Awaited<ReturnType<typeof ouvrirPage>>
beforeEach(async () => {
  vi.stubGlobal('localStorage', memoire())
  vi.stubGlobal('sessionStorage', memoire())
  page = await ouvrirPage()
})
afterEach(() => void vi.unstubAllGlobals())

const carnet = (depuis: number, textes: object, reste: object = {}) =>
  JSON.stringify({ version: 3, textes, commentaires: {}, justifications: {}, depuis, ...reste })

it('compte ce qui attend d’une personne, le plus ancien d’abord, et rien des autres', () => {
  page.carnets.poser('saisie:awa:RMA-2', carnet(20, { a: '1' }, { commentaires: { a: 'x' } }))
  page.carnets.poser('saisie:awa:RMA-1', carnet(10, { a: '1', b: 'douze', c: '' }))
  page.carnets.poser('saisie:binta:RMA-3', carnet(5, { a: '1' }))
  expect(page.listAttentes('awa')).toEqual([
    { numero: 'RMA-1', valeurs: 3, depuis: 10, soumettre: null, incertaine: false },
    { numero: 'RMA-2', valeurs: 2, depuis: 20, soumettre: null, incertaine: false },
  ])
  expect(page.listAttentes('aw')).toEqual([])
  expect([page.listAutres('awa'), page.listAutres('binta'), page.listAutres(undefined)]).toEqual([
    ['binta'],
    ['awa'],
    ['awa', 'binta'],
  ])
})

it('se lit même écrit par une autre version de la page', () => {
  page.carnets.poser('saisie:awa:RMA-1', 'illisible')
  page.carnets.poser('saisie:awa:RMA-2', '{"textes":null}')
  expect(page.listAttentes('awa').map(({ valeurs }) => valeurs)).toEqual([0, 0])
})

it('garde le souhait de soumettre à côté du carnet, jusqu’à ce qu’il soit oublié', () => {
  page.carnets.poser('saisie:awa:RMA-1', carnet(10, { a: '1' }))
  page.souhaiterSoumettre('awa', 'RMA-1')
  page.souhaiterSoumettre('awa', 'RMA-2')
  const dits = page.listAttentes('awa')
  expect(dits.map(({ numero, valeurs }) => [numero, valeurs])).toEqual([
    ['RMA-2', 0],
    ['RMA-1', 1],
  ])
  expect(dits.every(({ soumettre }) => Number(soumettre) > 0)).toBe(true)
  // Asked for again, and gone without an answer.
  page.souhaiterSoumettre('awa', 'RMA-2', true)
  const incertaines = page.listAttentes('awa').map((une) => [une.numero, une.incertaine])
  expect(Object.fromEntries(incertaines)).toEqual({ 'RMA-2': true, 'RMA-1': false })
  page.oublierSouhait('awa', 'RMA-2')
  page.oublierSouhait('awa', 'RMA-1')
  expect(page.listAttentes('awa')).toEqual([
    { numero: 'RMA-1', valeurs: 1, depuis: 10, soumettre: null, incertaine: false },
  ])
})

it('ce que la base n’a pas encore repris survit à la déconnexion, de qui que ce soit', () => {
  localStorage.setItem('saisie:awa:RMA-1', carnet(10, { a: '1' }))
  localStorage.setItem('auth', '{}')
  localStorage.setItem('messagerie:awa', '{}')
  clearStockage()
  expect(Object.keys(localStorage)).toEqual(['saisie:awa:RMA-1'])
})

it('laisse un rapport à la page qui l’a ouvert', async () => {
  const acte = vi.fn<() => Promise<string>>(async () => 'fait')
  const lacher = page.tenir('RMA-1')
  expect(await page.siLibre('RMA-1', acte)).toBeNull()
  expect(acte).not.toHaveBeenCalled()
  expect(await page.siLibre('RMA-2', acte)).toBe('fait')
  lacher()
  await vi.waitFor(async () => expect(await page.siLibre('RMA-1', acte)).toBe('fait'))
})

it('prévient de ce qui change', () => {
  const abonne = vi.fn<() => void>()
  const arreter = page.subscribeAttentes(abonne)
  page.carnets.poser('saisie:awa:RMA-1', carnet(10, { a: '1' }))
  expect(abonne).toHaveBeenCalledTimes(1)
  const lacher = page.tenir('RMA-1')
  lacher()
  expect(abonne).toHaveBeenCalledTimes(3)
  arreter()
  page.carnets.poser('saisie:awa:RMA-1', null)
  expect(abonne).toHaveBeenCalledTimes(3)
})

it('dit que des valeurs chiffrées attendent : les siennes à qui est connecté, celles de tous sinon', async () => {
  page.carnets.poser('saisie:#0a1b:RMA-1', '')
  expect([page.estSousCle(), page.listAutres(undefined)]).toEqual([true, ['#0a1b']])
  const demain = new Date(Date.now() + 86_400_000).toISOString()
  const token = { value: 'jeton', expirationDate: demain }
  const auth = { identifiant: 'awa', nomAffichable: 'Awa', roles: [], token, refreshToken: 'r' }
  localStorage.setItem('auth', JSON.stringify(auth))
  page = await ouvrirPage()
  page.carnets.poser('saisie:#0a1b:RMA-1', '')
  expect([page.estSousCle(), page.listAutres('awa')]).toEqual([false, ['#0a1b']])
  localStorage.setItem('empreinte', JSON.stringify({ empreinte: '0a1b', identifiant: 'awa' }))
  expect([page.estSousCle(), page.listAutres('awa')]).toEqual([true, []])
})
