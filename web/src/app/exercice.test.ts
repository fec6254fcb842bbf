import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Session } from '@releve/contract/session/session.schema.ts'
import type { Role } from '@releve/contract/utilisateur/droits.ts'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { memoire } from './navigateur.banc.ts'

const DEMAIN = new Date(Date.now() + 86_400_000).toISOString()
const FAIT = '2026-03-17T08:00:00.000Z'
const session = (
  roles: Role[] = ['ROLE_STRUCTURE'],
  exerciceLe: string | null = null,
): Session => ({
  identifiant: 'cau-r01-01',
  roles,
  nomAffichable: 'Awa Diop',
  token: 'jeton',
  dateExpirationJeton: DEMAIN,
  refreshToken: 'renouvellement',
  dateExpirationSession: DEMAIN,
  dateFinSession: DEMAIN,
  forceChangePassword: false,
  secondFacteurAActiver: false,
  secondFacteurLe: null,
  exerciceLe,
  urlLogo: null,
  autreStructure: [],
  structure: null,
})

let serveur: Server
let recus: string[]
/** 0: it hangs up. */
let statut: number

beforeEach(async () => {
  recus = []
  statut = 200
  serveur = createServer((requete, sortie) => {
    recus.push(`${requete.method} ${requete.url}`)
    if (statut === 0) return void requete.socket.destroy()
    sortie.writeHead(statut, { 'content-type': 'application/json' })
    const refus = { code: 'DROIT_INSUFFISANT', libelle: 'Non.' }
    sortie.end(JSON.stringify(statut === 200 ? { exerciceLe: FAIT } : refus))
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

/** A page as it opens, on what the browser keeps. */
async function ouvrir(ouverte: Session | null = session()) {
  vi.resetModules()
  const modules = {
    ...(await import('./exercice.ts')),
    ...(await import('./ligne.ts')),
    ...(await import('./session.ts')),
    ...(await import('./stockage.ts')),
  }
  if (ouverte) modules.retenirSession(ouverte)
  const { auth } = modules.getSession()
  if (!auth) throw new Error('no session')
  return { ...modules, auth }
}

const envois = () => recus.filter((dit) => dit === 'POST /api/utilisateur/exercice').length

describe('l’exercice', () => {
  it('se propose à qui saisit et ne l’a jamais fait, jamais aux autres', async () => {
    const propose = async (...dite: Parameters<typeof session>) => {
      const { estAProposer, auth } = await ouvrir(session(...dite))
      return estAProposer(auth)
    }
    expect(await propose()).toBe(true)
    expect(await propose(['ROLE_DPPS'])).toBe(true)
    expect(await propose(['ROLE_ADMIN'])).toBe(false)
    expect(await propose(['ROLE_STRUCTURE'], FAIT)).toBe(false)
  })

  it('ne se propose pas tant que la session ne dit rien : elle est d’une version d’avant', async () => {
    const { estAProposer, auth } = await ouvrir()
    const { exerciceLe: _, ...ancienne } = auth
    expect(estAProposer(ancienne)).toBe(false)
  })

  it('remis à plus tard, ne se propose plus ici à ce compte, même après une déconnexion', async () => {
    const { remettreExercice, estAProposer, auth, ...stockage } = await ouvrir()
    remettreExercice(auth)
    stockage.writeSettings(stockage.SETTINGS_PAR_DEFAUT)
    expect(estAProposer(auth)).toBe(false)
    stockage.clearStockage()
    expect(localStorage.getItem('settings')).not.toContain('cau-r01-01')
    const page = await ouvrir()
    expect(page.estAProposer(page.auth)).toBe(false)
    const autre = { ...page.auth, identifiant: 'cau-r01-02' }
    expect(page.estAProposer(autre)).toBe(true)
  })

  it('fini, est dit au serveur, puis à la session', async () => {
    const { finirExercice, getSession, auth } = await ouvrir()
    expect(await finirExercice(auth)).toBe(true)
    expect(getSession().auth?.exerciceLe).toBe(FAIT)
    // Done again, it is not told again.
    expect(await finirExercice({ ...auth, exerciceLe: FAIT })).toBe(true)
    expect(envois()).toBe(1)
  })

  it('fini sans réseau, n’est pas dit fait, survit à la déconnexion, et part au retour', async () => {
    statut = 0
    const avant = await ouvrir()
    expect(await avant.finirExercice(avant.auth)).toBe(false)
    expect(avant.getSession().auth?.exerciceLe).toBeNull()
    expect(avant.estAProposer(avant.auth)).toBe(false)
    avant.clearStockage()
    const apres = await ouvrir()
    apres.noterLigne(true)
    const arreter = apres.suivreExercice('cau-r01-01')
    expect(envois()).toBe(1)
    statut = 200
    apres.noterLigne(false)
    await vi.waitFor(() => expect(apres.getSession().auth?.exerciceLe).toBe(FAIT))
    arreter()
    expect(apres.readExercice('cau-r01-01')).toBeNull()
    expect(envois()).toBe(2)
  })

  it('d’un autre compte de ce poste, attend que ce compte revienne', async () => {
    statut = 0
    const sien = await ouvrir()
    await sien.finirExercice(sien.auth)
    statut = 200
    const autre = await ouvrir({ ...session(), identifiant: 'cse-r01-01' })
    autre.suivreExercice('cse-r01-01')()
    expect(envois()).toBe(1)
    expect(autre.readExercice('cau-r01-01')).toBe('A_ENVOYER')
  })

  it('refusé, parce que le compte ne saisit plus, n’est plus redit', async () => {
    statut = 403
    const { finirExercice, readExercice, getSession, auth } = await ouvrir()
    expect(await finirExercice(auth)).toBe(false)
    expect(readExercice('cau-r01-01')).toBeNull()
    expect(getSession().auth?.exerciceLe).toBeNull()
  })

  it('sans place dans le navigateur, part tant que la page est là', async () => {
    statut = 0
    const { finirExercice, readExercice, suivreExercice, noterLigne, auth } = await ouvrir()
    vi.spyOn(localStorage, 'setItem').mockImplementation(() => {
      throw new DOMException('plein', 'QuotaExceededError')
    })
    expect(await finirExercice(auth)).toBe(false)
    expect(readExercice('cau-r01-01')).toBe('A_ENVOYER')
    statut = 200
    const arreter = suivreExercice('cau-r01-01')
    noterLigne(false)
    await vi.waitFor(() => expect(readExercice('cau-r01-01')).toBeNull())
    arreter()
  })
})
