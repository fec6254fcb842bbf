import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { codificationApi } from '@releve/contract/codification/codification.api.ts'
import { formulaireApi } from '@releve/contract/formulaire/formulaire.api.ts'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { memoire } from './navigateur.banc.ts'

const DEMAIN = new Date(Date.now() + 86_400_000).toISOString()
const session = (token: string, refreshToken: string) => ({
  identifiant: 'dpps',
  roles: ['ROLE_DPPS'] as ['ROLE_DPPS'],
  nomAffichable: 'Awa Diop',
  token,
  dateExpirationJeton: DEMAIN,
  refreshToken,
  dateExpirationSession: DEMAIN,
  dateFinSession: DEMAIN,
  forceChangePassword: false,
  secondFacteurAActiver: false,
  secondFacteurLe: null,
  exerciceLe: null,
  urlLogo: null,
  autreStructure: [],
  structure: null,
})

type Reponse = { statut: number; corps?: unknown }
let serveur: Server
let recus: string[]
let repondre: (requete: IncomingMessage) => Reponse

const ligneDe = ({ method, url, headers }: IncomingMessage) =>
  `${method} ${url} ${headers.authorization ?? '-'}`

beforeEach(async () => {
  recus = []
  serveur = createServer((requete, sortie) => {
    recus.push(ligneDe(requete))
    const { statut, corps } = repondre(requete)
    sortie.writeHead(statut, { 'content-type': 'application/json' })
    sortie.end(corps === undefined ? undefined : JSON.stringify(corps))
  })
  await new Promise<void>((pret) => serveur.listen(0, '127.0.0.1', pret))
  const { port } = serveur.address() as AddressInfo
  vi.resetModules()
  vi.stubGlobal('localStorage', memoire())
  vi.stubGlobal('sessionStorage', memoire())
  vi.stubGlobal('document', { querySelector: () => ({ content: `http://127.0.0.1:${port}/api` }) })
})

afterEach(async () => {
  vi.unstubAllGlobals()
  await new Promise((fini) => serveur.close(fini))
})

async function connecte() {
  const modules = {
    ...(await import('../api/envoi.ts')),
    ...(await import('./client.ts')),
    ...(await import('./session.ts')),
  }
  modules.retenirSession(session('jeton-1', 'renouvellement-1'))
  return modules
}

const lireRegions = (appeler: Awaited<ReturnType<typeof connecte>>['appeler']) =>
  appeler(codificationApi.listCodifications, { params: { code: 'REGION' } })

const expire: Reponse = {
  statut: 401,
  corps: { code: 'JETON_EXPIRE', libelle: 'Expiré', trace: '1' },
}

function serveurQuiRenouvelle({ url, headers }: IncomingMessage): Reponse {
  if (url?.startsWith('/api/utilisateur/refreshToken')) {
    return { statut: 200, corps: session('jeton-2', 'renouvellement-2') }
  }
  return headers.authorization === 'Bearer jeton-2' ? { statut: 200, corps: [] } : expire
}

it('renouvelle une seule fois le jeton expiré de plusieurs appels, puis les rejoue', async () => {
  const { appeler, getSession } = await connecte()
  repondre = serveurQuiRenouvelle
  await Promise.all([lireRegions(appeler), lireRegions(appeler), lireRegions(appeler)])
  expect(recus.filter((ligne) => ligne.includes('refreshToken=renouvellement-1'))).toHaveLength(1)
  expect(recus.filter((ligne) => ligne.endsWith('Bearer jeton-2'))).toHaveLength(3)
  expect(getSession().auth?.refreshToken).toBe('renouvellement-2')
})

it('n’envoie pas le jeton d’accès au renouvellement', async () => {
  const { appeler } = await connecte()
  repondre = serveurQuiRenouvelle
  await lireRegions(appeler)
  expect(recus.find((ligne) => ligne.includes('refreshToken'))).toMatch(/ -$/)
})

it('ne rejoue jamais un appel refusé pour une autre raison', async () => {
  const { appeler } = await connecte()
  repondre = () => ({
    statut: 409,
    corps: { code: 'VERSION_PERIMEE', libelle: 'Modifié', trace: '1' },
  })
  const appel = appeler(formulaireApi.validerFormulaire, {
    params: { id: 7 },
    query: { version: 3 },
  })
  await expect(appel).rejects.toMatchObject({
    statut: 409,
    code: 'VERSION_PERIMEE',
    libelle: 'Modifié',
  })
  expect(recus).toEqual(['GET /api/formulaire/valider/7?version=3 Bearer jeton-1'])
})

it('demande de se reconnecter quand le renouvellement est refusé, puis rejoue l’appel', async () => {
  const { appeler, getSession, retenirSession } = await connecte()
  repondre = ({ headers }) =>
    headers.authorization === 'Bearer jeton-3' ? { statut: 200, corps: [] } : expire
  const appel = lireRegions(appeler)
  await vi.waitFor(() => expect(getSession().aReconnecter).toBe(true))
  expect(getSession().auth?.identifiant).toBe('dpps')
  retenirSession(session('jeton-3', 'renouvellement-3'))
  await expect(appel).resolves.toEqual([])
})

it.each(['à l’appel', 'au renouvellement'])(
  'bloquée pendant son travail, la personne l’apprend %s, sans qu’on lui demande de se reconnecter',
  async (moment) => {
    const { appeler, getSession, messageDe } = await connecte()
    localStorage.setItem('saisie:dpps:RMA-1', '{}')
    const libelle = 'Votre compte a été bloqué. Contactez la direction centrale.'
    repondre = ({ url }) =>
      moment === 'à l’appel' || url?.includes('refreshToken')
        ? { statut: 403, corps: { code: 'COMPTE_BLOQUE', libelle, trace: '1' } }
        : expire
    const echec = await lireRegions(appeler).catch((cause: unknown) => cause)
    expect(messageDe(echec)).toBe(libelle)
    expect(getSession().aReconnecter).toBe(false)
    expect(localStorage.getItem('saisie:dpps:RMA-1')).toBe('{}')
  },
)

it('échoue en 401 quand la personne quitte au lieu de se reconnecter', async () => {
  const { appeler, getSession, oublierSession } = await connecte()
  repondre = () => expire
  const appel = lireRegions(appeler).catch((cause: unknown) => cause)
  await vi.waitFor(() => expect(getSession().aReconnecter).toBe(true))
  oublierSession()
  await expect(appel).resolves.toMatchObject({ statut: 401 })
})

it('garde une panne de réseau comme une erreur sans message, et montre la phrase par défaut', async () => {
  const { appeler, messageDe } = await connecte()
  await new Promise((fini) => serveur.close(fini))
  const echec = await lireRegions(appeler).catch((cause: unknown) => cause)
  expect(echec).toMatchObject({ statut: 0, message: '' })
  expect(messageDe(echec)).toBe('Un problème technique est survenu')
  await new Promise<void>((pret) => serveur.listen(0, pret))
})

it('dit « Something went wrong » d’un échec sans corps', async () => {
  const { appeler, messageDe } = await connecte()
  repondre = () => ({ statut: 502 })
  const echec = await lireRegions(appeler).catch((cause: unknown) => cause)
  expect(messageDe(echec)).toBe('Something went wrong')
})

it('garde la session sous les clés de la spécification, et n’oublie que celles-là au départ', async () => {
  const { retenirSession, oublierSession } = await connecte()
  localStorage.setItem('settings', '{"mode":"dark"}')
  retenirSession(session('jeton-9', 'renouvellement-9'))
  expect(localStorage.getItem('accessToken')).toBe('jeton-9')
  expect(JSON.parse(localStorage.getItem('auth') ?? '')).toMatchObject({
    token: { value: 'jeton-9', expirationDate: DEMAIN },
    refreshToken: 'renouvellement-9',
  })
  oublierSession()
  expect(localStorage.getItem('auth')).toBe(null)
  expect(localStorage.getItem('accessToken')).toBe(null)
  expect(localStorage.getItem('settings')).toBe('{"mode":"dark"}')
})

it('tient pour absente une session dont le jeton a expiré, ou n’a pas d’échéance', async () => {
  const { estJetonValide, getSession } = await connecte()
  const { auth } = getSession()
  if (!auth) throw new Error('no session')
  expect(estJetonValide(auth)).toBe(true)
  expect(estJetonValide({ ...auth, token: { value: 'x', expirationDate: '2020-01-01' } })).toBe(
    false,
  )
  expect(estJetonValide({ ...auth, token: { value: 'x', expirationDate: '' } })).toBe(false)
})
