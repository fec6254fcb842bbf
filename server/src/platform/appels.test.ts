import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type { Operation } from '@releve/contract/operation.ts'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { testBase } from '../../test/base.ts'
import type { Agent } from './agent.ts'
import { ouvrirAppels } from './appels.ts'
import { readConfig } from './config.ts'
import { FluxOuvert } from './flux.ts'
import { createHttp } from './http.ts'
import { mount } from './mount.ts'
import { route } from './route.ts'

const { db } = await testBase()
const config = readConfig({ LOG_LEVEL: 'trace' })

/** The calls being served, in the order in which they came to be; each goes on when told. */
const servis: { n: string; lacher: () => void }[] = []
const tenir = (n: string) =>
  new Promise<void>((lacher) => {
    servis.push({ n, lacher })
  })
const vus = () => servis.map(({ n }) => n)
const lacher = (n: string) => servis.find((servi) => servi.n === n)?.lacher()

const query = z.object({ n: z.string() })
const tenue = (nom: string, de: Pick<Operation, 'method' | 'place'>) =>
  route(
    {
      path: `/essai/${nom}`,
      right: 'compte',
      jeton: null,
      resume: '',
      query,
      output: z.object({ n: z.string() }),
      ...de,
    },
    {
      transaction: 'siennes',
      act: async ({ query: { n } }) => {
        await tenir(n)
        return { n }
      },
    },
  )

const suivre = route(
  {
    method: 'GET',
    path: '/essai/suivre',
    right: 'compte',
    jeton: null,
    resume: '',
    query,
    output: z.custom<FluxOuvert>(),
    reponse: 'flux',
  },
  {
    transaction: 'aucune',
    act: async ({ query: { n } }) => {
      servis.push({ n, lacher: () => {} })
      const flux = new FluxOuvert()
      flux.envoyer(': ici\n\n')
      return flux
    },
  },
)

/** Who calls, by his token; one who is taken out is known no more. */
const connus = new Map<string, Agent>()
const agentDe = (id: number): Agent => ({
  id,
  identifiant: `agent-${id}`,
  nomAffichable: `Agent ${id}`,
  roles: ['ROLE_DPPS'],
  structureId: null,
  structures: [],
  mois: 0,
  perimetre: [],
  enfants: [],
  programme: null,
  sessionId: id,
  empreinteAppareil: null,
  jetonExpireLe: '2040-01-01T00:00:00Z',
  forceChangePassword: false,
  secondFacteurAActiver: false,
})

/** How many times it was asked who calls. */
let recus = 0

const lignes: { level: number; msg: string }[] = []
const app = await createHttp(config, { write: (ligne) => void lignes.push(JSON.parse(ligne)) })
// He leaves before anything is known of his call.
app.addHook('onRequest', async ({ headers }, { raw }) => {
  if (headers['x-parti'] === undefined) return
  raw.socket?.destroy()
  if (!raw.closed) await once(raw, 'close')
})
mount(
  app,
  {
    db,
    lecture: db,
    config,
    findAgent: async (_db, jeton) => {
      recus += 1
      return connus.get(jeton) ?? null
    },
    findAgentDeProgramme: () => Promise.reject(new Error('jeton')),
    findAgentAvec: async () => null,
    noterRefus: async () => {},
    appels: ouvrirAppels(),
    maintenant: () => new Date(),
    attendre: async () => {},
  },
  {
    lire: tenue('lire', { method: 'GET' }),
    exporter: tenue('exporter', { method: 'GET', place: 'export' }),
    garder: tenue('garder', { method: 'POST', place: 'saisie' }),
    partir: tenue('partir', { method: 'POST', place: 'aucune' }),
    suivre,
  },
)
await app.listen({ port: 0, host: '127.0.0.1' })
const { port } = app.server.address() as AddressInfo
afterAll(async () => {
  app.server.closeAllConnections()
  await app.close()
})

let comptes = 0
/** An account that has called nothing yet; its token. */
function nouveau(): string {
  comptes += 1
  connus.set(`jeton-${comptes}`, agentDe(comptes))
  return `jeton-${comptes}`
}

type CorpsDeReponse = { n?: string; code?: string; libelle?: string }
type Suivi = { n: string; reponse: Promise<[number, CorpsDeReponse]>; partir: () => void }

function appeler(jeton: string, nom: string, n: string, method = 'GET'): Suivi {
  const abandon = new AbortController()
  const demander = async (): Promise<[number, CorpsDeReponse]> => {
    const reponse = await fetch(`http://127.0.0.1:${port}/api/essai/${nom}?n=${n}`, {
      method,
      headers: { authorization: `Bearer ${jeton}` },
      signal: abandon.signal,
    })
    if (reponse.status === 429) expect(reponse.headers.get('retry-after')).toBe('2')
    if (nom === 'suivre') return [reponse.status, {}]
    // What the platform of this test answers, or its refusal.
    return [reponse.status, (await reponse.json()) as CorpsDeReponse]
  }
  const reponse = demander()
  reponse.catch(() => {})
  return { n, reponse, partir: () => abandon.abort() }
}

/** Calls that come one after the other: each is served, or waits, before the next one leaves. */
async function appelerTous(jeton: string, nom: string, combien: number): Promise<Suivi[]> {
  const suivis: Suivi[] = []
  for (let rang = 0; rang < combien; rang += 1) {
    const avant = recus
    suivis.push(appeler(jeton, nom, `${nom}-${rang}`, nom === 'garder' ? 'POST' : 'GET'))
    await expect.poll(() => recus).toBe(avant + 1)
  }
  return suivis
}
const noms = (nom: string, de: number, a: number) =>
  Array.from({ length: a - de }, (_, rang) => `${nom}-${de + rang}`)

beforeEach(() => {
  servis.length = 0
})

describe('les appels d’un compte', () => {
  it('sont servis six à la fois et dans leur ordre ; le cinquante-septième est refusé d’une phrase', async () => {
    const jeton = nouveau()
    const suivis = await appelerTous(jeton, 'lire', 56)
    const avant = recus
    expect(await appeler(jeton, 'lire', 'lire-56').reponse).toEqual([
      429,
      expect.objectContaining({
        code: 'TROP_D_APPELS',
        libelle:
          'Vous avez trop de demandes en cours\u00a0: attendez que les précédentes s’achèvent.',
        trace: expect.stringMatching(/^[0-9A-F]{8}$/),
      }),
    ])
    // Refused without anything being asked of the base.
    expect(recus).toBe(avant)
    expect(vus()).toEqual(noms('lire', 0, 6))
    for (let rang = 0; rang < 56; rang += 1) {
      lacher(`lire-${rang}`)
      expect(await suivis[rang]?.reponse).toEqual([200, { n: `lire-${rang}` }])
      await expect.poll(vus).toEqual(noms('lire', 0, Math.min(rang + 7, 56)))
    }
  })

  it('comptent deux exports au plus, une file à part pour les saisies, et rien pour les flux', async () => {
    const jeton = nouveau()
    await appelerTous(jeton, 'exporter', 3)
    await appelerTous(jeton, 'lire', 5)
    await appelerTous(jeton, 'garder', 7)
    await appelerTous(jeton, 'suivre', 7)
    appeler(jeton, 'partir', 'partir-0', 'POST')
    await expect
      .poll(() => vus().toSorted())
      .toEqual([
        ...noms('exporter', 0, 2),
        ...noms('garder', 0, 6),
        ...noms('lire', 0, 4),
        'partir-0',
        ...noms('suivre', 0, 7),
      ])
    lacher('garder-2')
    await expect.poll(vus).toContain('garder-6')
    lacher('lire-0')
    await expect.poll(vus).toContain('lire-4')
    expect(vus()).not.toContain('exporter-2')
    lacher('exporter-0')
    await expect.poll(vus).toContain('exporter-2')
  })

  it('ne font pas attendre ceux d’un autre', async () => {
    await appelerTous(nouveau(), 'lire', 20)
    servis.length = 0
    await appelerTous(nouveau(), 'lire', 6)
    expect(vus()).toEqual(noms('lire', 0, 6))
  })

  it('sont jugés de nouveau quand leur tour vient : qui n’est plus connu n’est pas servi', async () => {
    const jeton = nouveau()
    const suivis = await appelerTous(jeton, 'lire', 7)
    connus.delete(jeton)
    lacher('lire-0')
    expect(await suivis[6]?.reponse).toEqual([
      401,
      expect.objectContaining({ code: 'JETON_EXPIRE' }),
    ])
    expect(vus()).toEqual(noms('lire', 0, 6))
  })
})

describe('un appelant qui part', () => {
  it('quitte la file sans être servi, et rend sa place s’il l’était', async () => {
    const jeton = nouveau()
    const suivis = await appelerTous(jeton, 'lire', 9)
    suivis[6]?.partir()
    await expect.poll(() => lignes.filter(({ msg }) => msg === 'appelant parti')).toHaveLength(1)
    // Served, he leaves: his work is not over, the next one comes all the same.
    suivis[0]?.partir()
    await expect.poll(vus).toEqual([...noms('lire', 0, 6), 'lire-7'])
    lacher('lire-1')
    await expect.poll(vus).toEqual([...noms('lire', 0, 6), 'lire-7', 'lire-8'])
  })

  it('avant que son appel ne commence ne compte pour rien', async () => {
    const jeton = nouveau()
    const headers = { authorization: `Bearer ${jeton}`, 'x-parti': 'oui' }
    for (let fois = 0; fois < 57; fois += 1)
      await expect(
        fetch(`http://127.0.0.1:${port}/api/essai/lire?n=parti`, { headers }),
      ).rejects.toThrow()
    const reste = appeler(jeton, 'lire', 'reste')
    await expect.poll(vus).toEqual(['reste'])
    lacher('reste')
    expect(await reste.reponse).toEqual([200, { n: 'reste' }])
  })

  it('n’est l’erreur de personne', () => {
    expect(lignes.filter(({ level }) => level >= 40)).toEqual([])
  })
})
