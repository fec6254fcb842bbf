import { MutationObserver, QueryClient } from '@tanstack/react-query'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { toast, useToasterStore } from 'react-hot-toast/headless'
import { beforeEach, expect, it } from 'vitest'
import { EchecApi, TECHNIQUE } from '../api/envoi.ts'
import { type Issue, optionsActe } from './useActe.ts'

/** What is shown now, the last one first: how it is told, and its words. */
function dits(): string[] {
  let lus: string[] = []
  const Lecteur = () => {
    lus = useToasterStore().toasts.map(({ ariaProps: { role, 'aria-live': vive }, message }) =>
      typeof message === 'string' ? `${role} ${vive} : ${message}` : '',
    )
    return null
  }
  renderToStaticMarkup(createElement(Lecteur))
  return lus
}

const client = new QueryClient()
beforeEach(() => toast.removeAll())

type Acte = Issue<string, string>

const agir = (acte: () => Promise<string>, issue: Acte) =>
  new MutationObserver(client, optionsActe(acte, issue)).mutate('').catch(() => null)
const reussir = (issue: Acte) => agir(() => Promise.resolve('lu'), issue)
const echouer = (echec: Error, issue: Acte) => agir(() => Promise.reject(echec), issue)

const REFUS = new EchecApi(409, { code: 'VERSION_PERIMEE', libelle: 'Ce rapport a changé.' })
const COUPURE = new EchecApi(0, {})
const A_CODE = new EchecApi(401, { code: 'CODE_REQUIS', libelle: 'Donnez un code.' })

it('dit la réussite d’un acte, en propre ou d’après sa réponse', async () => {
  await reussir({ reussite: 'Fait.', refus: 'toast' })
  await reussir({ reussite: (recu) => `Réponse : ${recu}`, refus: 'toast' })
  expect(dits()).toEqual(['status polite : Réponse : lu', 'status polite : Fait.'])
})

it('ne dit rien d’un acte dont la suite parle', async () => {
  await reussir({ reussite: null, refus: 'toast' })
  expect(dits()).toEqual([])
})

it.each([
  ['le refus du serveur', REFUS, 'Ce rapport a changé.'],
  ['une coupure', COUPURE, TECHNIQUE],
  ['une réponse sans corps', new EchecApi(502, {}), 'Something went wrong'],
  ['une panne de la page', new TypeError('x is undefined'), TECHNIQUE],
])('dit %s', async (_, echec, dit) => {
  await echouer(echec, { reussite: null, refus: 'toast' })
  expect(dits()).toEqual([`alert assertive : ${dit}`])
})

it('ce que l’écran dit sur place se voit aussi, sans être annoncé deux fois', async () => {
  const issue: Acte = { reussite: 'Envoyé.', dite: 'place', refus: 'place' }
  await reussir(issue)
  await echouer(REFUS, issue)
  expect(dits()).toEqual(['alert off : Ce rapport a changé.', 'status off : Envoyé.'])
})

it('une étape de plus, ou un envoi abandonné, n’est pas un échec', async () => {
  const refus = (echec: unknown) => (echec === A_CODE ? 'rien' : 'place')
  await echouer(A_CODE, { reussite: null, refus })
  await echouer(new DOMException('parti', 'AbortError'), { reussite: null, refus })
  expect(dits()).toEqual([])
  await echouer(COUPURE, { reussite: null, refus })
  expect(dits()).toEqual([`alert off : ${TECHNIQUE}`])
})

it('cinq messages au plus, les derniers', async () => {
  for (const n of [1, 2, 3, 4, 5, 6, 7]) {
    await reussir({ reussite: String(n), refus: 'toast' })
  }
  expect(dits().map((dit) => dit.slice(-1))).toEqual(['7', '6', '5', '4', '3'])
})
