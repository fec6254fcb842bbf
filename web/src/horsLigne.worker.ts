/**
 * The site's worker: it keeps the page, and what an agent's way needs of its files, for when the
 * network is away. Answers of the API never pass through it: the application keeps them, by person.
 * It knows no release: whichever the server has is kept when a page asks (decision 0054).
 */
export {}

/** What the types of a page do not know of a worker. */
type Portee = {
  skipWaiting: () => Promise<void>
  clients: { claim: () => Promise<void> }
  addEventListener: (nom: string, rappel: (evenement: EvenementTravail) => void) => void
}
type EvenementTravail = {
  request: Request
  data: unknown
  waitUntil: (travail: Promise<unknown>) => void
  respondWith: (reponse: Promise<Response>) => void
}
// Types for pages and for workers do not live in one program: this border says the few in use.
const portee = globalThis as unknown as Portee

/** Begins as all that is ours does: signing out clears it (deconnexion.ts). */
const CACHE = 'releve-coquille'
const PAGE = '/dashboard/app'
const LISTE = '/hors-ligne.json'
/** The frame is small: past this, the line is too poor to be waited for. */
const PATIENCE_MS = 5000

const dansCache = (url: string) => caches.match(url, { ignoreVary: true })

async function chercher(url: string): Promise<Response> {
  const reponse = await fetch(url, { cache: 'no-cache', credentials: 'omit' })
  if (!reponse.ok) throw new Error(`${url}: ${reponse.status}`)
  return reponse
}

/** One file at a time: nothing that a person waits for is slowed. */
async function garderFichiers(cache: Cache, fichiers: readonly string[]): Promise<void> {
  for (const url of fichiers) {
    if (await cache.match(url, { ignoreVary: true })) continue
    const reponse = await fetch(url, { credentials: 'omit' })
    if (!reponse.ok) throw new Error(`${url}: ${reponse.status}`)
    await cache.put(url, reponse)
  }
}

const lireListe = async (reponse: Response | undefined): Promise<string[]> =>
  // Written by our build.
  reponse ? ((await reponse.json()) as string[]) : []

/**
 * Keeps the release that the server has now. The page comes last, once its files are there: what
 * breaks off midway leaves the release before as it was. That one's files stay one release more, for
 * the pages still open on it.
 */
async function remplir(): Promise<void> {
  const cache = await caches.open(CACHE)
  const recue = await chercher(LISTE)
  const fichiers = await lireListe(recue.clone())
  await garderFichiers(cache, fichiers)
  const page = await chercher(PAGE)
  const nommes = (await page.clone().text()).match(/\/assets\/[^"]+/g) ?? []
  // Another release came between the two: the next start takes it.
  if (nommes.some((url) => !fichiers.includes(url))) return
  const avant = await lireListe(await cache.match(LISTE))
  await cache.put(PAGE, page)
  await cache.put(LISTE, recue)
  const utiles = new Set([...avant, ...fichiers, PAGE, LISTE])
  for (const { url } of await cache.keys()) {
    if (!utiles.has(new URL(url).pathname)) await cache.delete(url)
  }
}

/** The page as the server has it; without an answer, the one kept. */
async function naviguer(demande: Request): Promise<Response> {
  const gardee = await dansCache(PAGE)
  if (!gardee) return fetch(demande)
  const reseau = fetch(demande).then((reponse) => (reponse.status >= 502 ? gardee : reponse))
  const trop = new Promise<Response>((rendre) => setTimeout(() => rendre(gardee), PATIENCE_MS))
  const choisie = await Promise.race([reseau.catch(() => gardee), trop])
  const accueil = new URL(demande.url).pathname === '/'
  // The landing page is for visitors, and not kept: who works here is led to his work.
  return choisie === gardee && accueil ? Response.redirect(PAGE) : choisie
}

/** A file whose name tells its content never changes. */
const servirFichier = async (demande: Request): Promise<Response> =>
  (await dansCache(demande.url)) ?? fetch(demande)

const estDeLApplication = (chemin: string) => chemin === '/' || /^\/(dashboard|auth)\b/.test(chemin)

portee.addEventListener('install', () => void portee.skipWaiting())
portee.addEventListener('activate', (evenement) => evenement.waitUntil(portee.clients.claim()))
portee.addEventListener('message', (evenement) => {
  // Tried again at the next start.
  if (evenement.data === 'garder') evenement.waitUntil(remplir().catch(() => undefined))
})
portee.addEventListener('fetch', (evenement) => {
  const { request } = evenement
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin) return
  if (request.mode === 'navigate') {
    if (estDeLApplication(pathname)) evenement.respondWith(naviguer(request))
  } else if (pathname.startsWith('/assets/') || /^\/[\w-]+\.(svg|png)$/.test(pathname)) {
    evenement.respondWith(servirFichier(request))
  }
})
