import { afterEach, beforeEach, expect, it, vi } from 'vitest'

const SITE = 'http://releve.example'
type Rappel = (evenement: object) => void

let rappels: Map<string, Rappel>
let gardes: Map<string, Response>
/** What the server serves now; null: it does not answer. */
let servi: Map<string, string> | null
let statut: number

const cheminDe = (url: string) => new URL(url, SITE).pathname
const copie = (chemin: string) => gardes.get(cheminDe(chemin))?.clone()

const cache = {
  match: async (url: string) => copie(url),
  put: async (url: string, reponse: Response) => void gardes.set(cheminDe(url), reponse),
  delete: async (url: string) => gardes.delete(cheminDe(url)),
  keys: async () => [...gardes.keys()].map((chemin) => ({ url: SITE + chemin })),
}

async function repondre(demande: string | { url: string }): Promise<Response> {
  const chemin = cheminDe(typeof demande === 'string' ? demande : demande.url)
  if (servi === null) throw new TypeError('Failed to fetch')
  const texte = servi.get(chemin)
  return new Response(texte ?? '', { status: texte === undefined ? 404 : statut })
}

beforeEach(async () => {
  rappels = new Map()
  gardes = new Map()
  statut = 200
  vi.resetModules()
  vi.stubGlobal('addEventListener', (nom: string, rappel: Rappel) => rappels.set(nom, rappel))
  vi.stubGlobal('caches', { open: async () => cache, match: async (url: string) => copie(url) })
  vi.stubGlobal('fetch', repondre)
  vi.stubGlobal('location', { origin: SITE })
  await import('./horsLigne.worker.ts')
})
afterEach(() => void vi.unstubAllGlobals())

/** A release: its page, and the files that it names. */
function publier(...fichiers: string[]): void {
  const page = fichiers.map((nom) => `<script src="/assets/${nom}"></script>`).join('')
  const chemins = fichiers.map((nom) => `/assets/${nom}`)
  servi = new Map([
    ...chemins.map((chemin) => [chemin, `code de ${chemin}`] as const),
    ['/hors-ligne.json', JSON.stringify(chemins)],
    ['/dashboard/app', page],
    ['/dashboard/saisies', page],
    ['/', 'accueil'],
  ])
}

async function garder(): Promise<void> {
  let travail: Promise<unknown> = Promise.resolve()
  const waitUntil = (un: Promise<unknown>) => {
    travail = un
  }
  rappels.get('message')?.({ data: 'garder', waitUntil })
  await travail
}

/** What the worker answers; null where it leaves the browser to it. */
async function demander(chemin: string, mode = 'cors', method = 'GET'): Promise<Response | null> {
  let reponse: Promise<Response> | null = null
  const respondWith = (une: Promise<Response>) => {
    reponse = une
  }
  rappels.get('fetch')?.({ request: { url: SITE + chemin, mode, method }, respondWith })
  return reponse
}
const texteDe = async (chemin: string, mode?: string) => (await demander(chemin, mode))?.text()

it('rend sans réseau la page et les fichiers gardés, et ne touche pas à l’API', async () => {
  publier('a.js')
  await garder()
  servi = null
  expect(await texteDe('/dashboard/saisies', 'navigate')).toContain('/assets/a.js')
  expect(await texteDe('/auth/login', 'navigate')).toContain('/assets/a.js')
  expect(await texteDe('/assets/a.js')).toBe('code de /assets/a.js')
  expect(await demander('/api/formulaire/lire/RMA-1')).toBeNull()
  expect(await demander('/assets/a.js', 'cors', 'POST')).toBeNull()
  expect([...gardes.keys()].some((chemin) => chemin.startsWith('/api'))).toBe(false)
})

it('prend la page du serveur tant qu’il répond, et la gardée quand il est arrêté derrière un autre', async () => {
  publier('a.js')
  await garder()
  publier('b.js')
  expect(await texteDe('/dashboard/saisies', 'navigate')).toContain('/assets/b.js')
  statut = 502
  expect(await texteDe('/dashboard/saisies', 'navigate')).toContain('/assets/a.js')
})

it('laisse entière la version d’avant quand la suivante n’arrive pas jusqu’au bout', async () => {
  publier('a.js')
  await garder()
  publier('b.js', 'c.js')
  servi?.delete('/assets/c.js')
  await garder()
  // A page newer than the list: another release came between the two.
  publier('d.js')
  servi?.set('/hors-ligne.json', '[]')
  await garder()
  servi = null
  expect(await texteDe('/dashboard/app', 'navigate')).toContain('/assets/a.js')
  expect(await texteDe('/assets/a.js')).toBe('code de /assets/a.js')
})

it('garde une version de plus pour les pages ouvertes, puis l’oublie', async () => {
  for (const nom of ['a.js', 'b.js', 'c.js']) {
    publier(nom)
    await garder()
  }
  expect([...gardes.keys()].toSorted()).toEqual([
    '/assets/b.js',
    '/assets/c.js',
    '/dashboard/app',
    '/hors-ligne.json',
  ])
})

it('sans rien de gardé, laisse passer l’échec', async () => {
  servi = null
  await expect(demander('/dashboard/app', 'navigate')).rejects.toThrow('Failed to fetch')
})
