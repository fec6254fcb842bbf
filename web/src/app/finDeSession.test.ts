import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Session } from '@releve/contract/session/session.schema.ts'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Fin } from './finDeSession.ts'
import { memoire } from './navigateur.banc.ts'

const MINUTE = 60_000
const DEPART = Date.parse('2026-03-17T08:00:00.000Z')
const a = (minutes: number) => new Date(DEPART + minutes * MINUTE).toISOString()

/** Opened (or renewed) `minutes` after the start: 15 min of token, 30 of session, 10 h in all. */
const session = (jeton: string, minutes = 0): Session => ({
  identifiant: 'dpps',
  roles: ['ROLE_DPPS'],
  nomAffichable: 'Awa Diop',
  token: jeton,
  dateExpirationJeton: a(Math.min(minutes + 15, 600)),
  refreshToken: `renouvellement-de-${jeton}`,
  dateExpirationSession: a(Math.min(minutes + 30, 600)),
  dateFinSession: a(600),
  forceChangePassword: false,
  secondFacteurAActiver: false,
  secondFacteurLe: null,
  exerciceLe: null,
  urlLogo: null,
  autreStructure: [],
  structure: null,
})

let serveur: Server
let recus: string[]
let repondre: (requete: IncomingMessage) => { statut: number; corps: unknown }
let evenements: EventTarget
let arreter: () => void

const refus = { statut: 401, corps: { code: 'JETON_EXPIRE', libelle: 'Expiré', trace: '1' } }

beforeEach(async () => {
  recus = []
  repondre = () => refus
  serveur = createServer((requete, sortie) => {
    recus.push(requete.url ?? '')
    const { statut, corps } = repondre(requete)
    sortie.writeHead(statut, { 'content-type': 'application/json' })
    sortie.end(JSON.stringify(corps))
  })
  await new Promise<void>((pret) => serveur.listen(0, '127.0.0.1', pret))
  const { port } = serveur.address() as AddressInfo
  vi.resetModules()
  evenements = new EventTarget()
  for (const nom of ['addEventListener', 'removeEventListener'] as const) {
    vi.stubGlobal(nom, evenements[nom].bind(evenements))
  }
  vi.stubGlobal('window', evenements)
  vi.stubGlobal('localStorage', memoire())
  vi.stubGlobal('sessionStorage', memoire())
  vi.stubGlobal('document', { querySelector: () => ({ content: `http://127.0.0.1:${port}/api` }) })
  const toFake = ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] as const
  vi.useFakeTimers({ now: DEPART, toFake: [...toFake] })
  arreter = () => undefined
})

afterEach(async () => {
  arreter()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  await new Promise((fini) => serveur.close(fini))
})

/** A tab at work, with what it says of its session's end as time goes. */
async function ouvrirOnglet(ouverte: Session | null = session('jeton-1')) {
  const modules = {
    ...(await import('./session.ts')),
    ...(await import('./finDeSession.ts')),
    ...(await import('./renouvellement.ts')),
  }
  if (ouverte) modules.retenirSession(ouverte)
  const dits: (Fin | null)[] = []
  arreter = modules.surveillerFin((fin) => dits.push(fin))
  return { ...modules, dits, dernier: () => dits.at(-1) ?? null }
}

const avancer = (minutes: number) => vi.advanceTimersByTimeAsync(minutes * MINUTE)
/** The computer sleeps: the clock goes on, timers do not. */
const dormir = (minutes: number) => vi.setSystemTime(Date.now() + minutes * MINUTE)

describe('l’avertissement de fin de session', () => {
  it('paraît cinq minutes avant la fin, dit les minutes qui restent, et rien d’autre', async () => {
    const { dits } = await ouvrirOnglet()
    await avancer(24.9)
    expect(dits).toEqual([])
    await avancer(0.2)
    expect(dits).toEqual([{ minutes: 5, definitive: false }])
    await avancer(4.8)
    expect(dits.map((fin) => fin?.minutes)).toEqual([5, 4, 3, 2, 1])
    expect(recus).toEqual([])
  })

  it('disparaît quand la session est prolongée, ici ou dans un autre onglet', async () => {
    const { dernier, retenirSession, suivreAutresOnglets } = await ouvrirOnglet()
    suivreAutresOnglets()
    await avancer(26)
    expect(dernier()?.minutes).toBe(4)
    retenirSession(session('jeton-2', 26))
    expect(dernier()).toBeNull()
    await avancer(26)
    expect(dernier()?.minutes).toBe(4)
    const { token, dateExpirationJeton: expirationDate, ...reste } = session('jeton-3', 52)
    const ailleurs = { ...reste, token: { value: token, expirationDate } }
    localStorage.setItem('auth', JSON.stringify(ailleurs))
    evenements.dispatchEvent(Object.assign(new Event('storage'), { key: 'auth' }))
    expect(dernier()).toBeNull()
  })

  it('dit quand la fin est la dernière, que rien ne repousse', async () => {
    const { dernier } = await ouvrirOnglet({ ...session('jeton-1', 575) })
    vi.setSystemTime(DEPART + 575 * MINUTE)
    evenements.dispatchEvent(new Event('focus'))
    await avancer(20.5)
    expect(dernier()).toEqual({ minutes: 5, definitive: true })
  })

  it('ne dit rien d’une session dont l’échéance est inconnue, ou d’une horloge fausse', async () => {
    const { token, dateExpirationJeton: expirationDate, ...reste } = session('jeton-1')
    const { dateExpirationSession: _, dateFinSession: __, ...ancienne } = reste
    localStorage.setItem(
      'auth',
      JSON.stringify({ ...ancienne, token: { value: token, expirationDate } }),
    )
    const { dits, getSession, retenirSession } = await ouvrirOnglet(null)
    expect(getSession().auth?.identifiant).toBe('dpps')
    await avancer(700)
    retenirSession(session('jeton-2', 100))
    await avancer(700)
    expect(dits).toEqual([])
    expect(getSession().aReconnecter).toBe(false)
  })
})

describe('la session finie d’elle-même', () => {
  it('demande de se reconnecter sans attendre un appel qui échoue, et garde la personne', async () => {
    const { dernier, getSession, retenirSession } = await ouvrirOnglet()
    await avancer(29.9)
    expect(getSession().aReconnecter).toBe(false)
    await avancer(0.2)
    expect(getSession()).toMatchObject({ aReconnecter: true, auth: { identifiant: 'dpps' } })
    expect(dernier()).toBeNull()
    expect(recus).toEqual([])
    retenirSession(session('jeton-2', 31))
    expect(getSession().aReconnecter).toBe(false)
    await avancer(26.5)
    expect(dernier()?.minutes).toBe(5)
  })

  it('ne se redemande pas tant que le serveur est hors d’atteinte, et aussitôt qu’il répond', async () => {
    const { getSession } = await ouvrirOnglet()
    const { noterLigne } = await import('./ligne.ts')
    noterLigne(true)
    dormir(40)
    evenements.dispatchEvent(new Event('focus'))
    expect(getSession()).toMatchObject({ aReconnecter: false, auth: { identifiant: 'dpps' } })
    noterLigne(false)
    expect(getSession().aReconnecter).toBe(true)
  })

  it('rouvre sans réseau ce qui est gardé, sept jours au plus, et jamais quand le serveur répond', async () => {
    const { getSession } = await ouvrirOnglet()
    const { reprendreHorsLigne } = await import('./reprise.ts')
    const { relireSession } = await import('./session.ts')
    const fermer = () => relireSession(null)
    dormir(40)
    fermer()
    await reprendreHorsLigne()
    expect(getSession().auth).toBeNull()
    await new Promise((fini) => serveur.close(fini))
    await reprendreHorsLigne()
    expect(getSession().auth?.identifiant).toBe('dpps')
    fermer()
    dormir(7 * 24 * 60)
    await reprendreHorsLigne()
    expect(getSession().auth).toBeNull()
    localStorage.removeItem('auth')
    vi.setSystemTime(DEPART)
    await reprendreHorsLigne()
    expect(getSession().auth).toBeNull()
  })

  it('est vue au réveil de l’ordinateur, sans attendre les minuteries', async () => {
    const { dits, getSession } = await ouvrirOnglet()
    dormir(27)
    expect(dits).toEqual([])
    evenements.dispatchEvent(new Event('visibilitychange'))
    expect(dits).toEqual([{ minutes: 3, definitive: false }])
    dormir(60)
    evenements.dispatchEvent(new Event('visibilitychange'))
    expect(getSession().aReconnecter).toBe(true)
  })

  it('reprend, au réveil, la session qu’un autre onglet a prolongée sans qu’on l’entende', async () => {
    const { getSession, dernier } = await ouvrirOnglet()
    const { token, dateExpirationJeton: expirationDate, ...reste } = session('jeton-2', 28)
    const ailleurs = { ...reste, token: { value: token, expirationDate } }
    localStorage.setItem('auth', JSON.stringify(ailleurs))
    dormir(35)
    evenements.dispatchEvent(new Event('pageshow'))
    expect(getSession()).toMatchObject({
      aReconnecter: false,
      auth: { token: { value: 'jeton-2' } },
    })
    expect(dernier()).toBeNull()
  })

  it('laisse remettre à plus tard tant qu’elle vit encore', async () => {
    const { getSession, dernier, demanderReconnexion, remettreReconnexion } = await ouvrirOnglet()
    await avancer(27)
    const attente = demanderReconnexion()
    expect(dernier()).toBeNull()
    remettreReconnexion()
    await expect(attente).resolves.toBe(false)
    expect([getSession().aReconnecter, dernier()?.minutes]).toEqual([false, 3])
  })
})

describe('le renouvellement silencieux', () => {
  const renouvele = () => recus.filter((url) => url.includes('refreshToken')).length

  it('garde ouverte la session de qui travaille, sans un mot', async () => {
    const { dits, getSession, renouvelerTantQueActif } = await ouvrirOnglet()
    const cesser = renouvelerTantQueActif()
    let rang = 1
    repondre = () => {
      rang += 1
      const minutes = (Number(vi.getMockedSystemTime()) - DEPART) / MINUTE
      return { statut: 200, corps: session(`jeton-${rang}`, minutes) }
    }
    for (let minute = 0; minute < 60; minute += 1) {
      evenements.dispatchEvent(new Event('keydown'))
      await avancer(1)
      // The answer comes by a real socket: real time must pass for it.
      await vi.waitFor(() => expect(getSession().auth?.token.value).toBe(`jeton-${rang}`))
    }
    expect(renouvele()).toBeGreaterThanOrEqual(4)
    expect(dits).toEqual([])
    cesser()
  })

  it('ne prolonge pas la session de qui s’est absenté, mais aussitôt celle de qui revient', async () => {
    const { dernier, getSession, renouvelerTantQueActif } = await ouvrirOnglet()
    const cesser = renouvelerTantQueActif()
    evenements.dispatchEvent(new Event('pointerdown'))
    await avancer(27)
    expect([renouvele(), dernier()?.minutes]).toEqual([0, 3])
    repondre = () => ({ statut: 200, corps: session('jeton-2', 27) })
    dormir(0.5)
    evenements.dispatchEvent(new Event('pointerdown'))
    await vi.waitFor(() => expect(getSession().auth?.token.value).toBe('jeton-2'))
    expect(dernier()).toBeNull()
    cesser()
  })
})
