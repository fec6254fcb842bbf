import { evenementApi } from '@releve/contract/evenement/evenement.api.ts'
import type { Evenement } from '@releve/contract/evenement/evenement.schema.ts'
import { adresseFichier } from '../api/envoi.ts'
import { estJetonValide, getSession, subscribeSession } from '../app/session.ts'

/** An event, and the place that it leaves the reader at, where it gives one. */
type BlocDuFlux = { dit: Evenement | null; id: string | null }

/**
 * The blocks of a stream: ours on both sides, so of two kinds of lines only, `id` and `data`. A beat
 * is a block too, that says nothing.
 */
async function* lireBlocs(
  corps: ReadableStream<Uint8Array<ArrayBuffer>>,
): AsyncGenerator<BlocDuFlux> {
  const lecteur = corps.pipeThrough(new TextDecoderStream()).getReader()
  let reste = ''
  try {
    for (;;) {
      const { done, value } = await lecteur.read()
      if (done) return
      const blocs = (reste + value).split('\n\n')
      reste = blocs.pop() ?? ''
      for (const bloc of blocs) {
        const data = /^data: (.*)$/m.exec(bloc)?.[1]
        const id = /^id: (.*)$/m.exec(bloc)?.[1] ?? null
        // The server's own words, of the contract's type.
        yield { dit: data ? (JSON.parse(data) as Evenement) : null, id }
      }
    }
  } finally {
    // Whoever stops reading leaves the connection to nobody.
    void lecteur.cancel().catch(() => undefined)
  }
}

/** Opens the stream, where it was left. */
function ouvrirFlux(jeton: string, reprise: string | null, signal: AbortSignal): Promise<Response> {
  return fetch(adresseFichier(evenementApi.suivreEvenements.path), {
    headers: { Authorization: `Bearer ${jeton}`, ...(reprise && { 'Last-Event-ID': reprise }) },
    signal,
    cache: 'no-store',
    credentials: 'omit',
  })
}

/** The server says something every 25 s: a longer silence is a line that was lost. */
const SILENCE_MS = 60_000
/** A page hidden for longer lets its stream go; it takes up where it was once seen again. */
const CACHEE_MS = 5 * 60_000
const PAUSE_MS = 1000
const PAUSE_MAX_MS = 60_000
/** Refused for a reason that time, more than another try, will lift. */
const REFUS_MS = 5 * 60_000

/** A line lost for longer is said: for less, a process has restarted and nobody missed it. */
const PERTE_MS = 30_000

/** When the line was lost, once that has lasted; null: it holds. */
type Perte = Date | null

/** A tab that comes had read its screen before it listens: it is told what came meanwhile. */
const RECENTS_MS = 60_000

/** Between tabs: what came, whether the line is lost; `null` asks for both. */
type Mot = BlocDuFlux | { perte: Perte } | null

type Entendre = (mot: BlocDuFlux) => void

/** Waits before it says that the line is lost, and says it once. */
function createVeille(dire: (perte: Perte) => void) {
  let minuterie: ReturnType<typeof setTimeout> | undefined
  // Nobody has been told anything by this tab: another may have said that it is lost.
  let dite: Perte | undefined
  const perdre = () => {
    const perte = new Date()
    minuterie ??= setTimeout(() => dire((dite = perte)), PERTE_MS)
  }
  const retrouver = () => {
    clearTimeout(minuterie)
    minuterie = undefined
    if (dite !== null) dire((dite = null))
  }
  return { perdre, retrouver }
}

/** Waits so long, or for one of these, or for the end. */
function attendre(ms: number, signal: AbortSignal, ...abonner: ((f: () => void) => () => void)[]) {
  return new Promise<void>((suite) => {
    const finir = () => {
      clearTimeout(minuterie)
      signal.removeEventListener('abort', finir)
      for (const oublier of oublis) oublier()
      suite()
    }
    const minuterie = setTimeout(finir, ms)
    const oublis = abonner.map((abonnement) => abonnement(finir))
    signal.addEventListener('abort', finir)
    if (signal.aborted) finir()
  })
}

/** The network is found again. */
function surReseau(rappel: () => void): () => void {
  addEventListener('online', rappel)
  return () => removeEventListener('online', rappel)
}

/** One stream, to its end; whether the server refused it. */
async function suivreUnFlux(
  { jeton, reprise, entendre }: { jeton: string; reprise: string | null; entendre: Entendre },
  signal: AbortSignal,
): Promise<'fini' | 'refus'> {
  const coupure = new AbortController()
  const couper = () => coupure.abort()
  let veille = setTimeout(couper, SILENCE_MS)
  signal.addEventListener('abort', couper)
  try {
    const reponse = await ouvrirFlux(jeton, reprise, coupure.signal)
    if (!reponse.ok || !reponse.body) return 'refus'
    for await (const mot of lireBlocs(reponse.body)) {
      clearTimeout(veille)
      veille = setTimeout(couper, SILENCE_MS)
      if (mot.dit || mot.id) entendre(mot)
    }
    return 'fini'
  } finally {
    clearTimeout(veille)
    signal.removeEventListener('abort', couper)
  }
}

type Lieu = {
  reprise: () => string | null
  entendre: Entendre
  surPerte: (perte: Perte) => void
}

/** Who holds the stream holds it again, as long as there is a session to follow. */
async function conduire(lieu: Lieu, signal: AbortSignal): Promise<void> {
  const { perdre, retrouver } = createVeille(lieu.surPerte)
  signal.addEventListener('abort', retrouver)
  const entendre = (mot: BlocDuFlux) => {
    retrouver()
    lieu.entendre(mot)
  }
  for (let echecs = 0; !signal.aborted; ) {
    const { auth, aReconnecter } = getSession()
    if (!auth || aReconnecter || !estJetonValide(auth)) {
      // Not lost, but put down: another sentence, or his return, comes first.
      retrouver()
      await attendre(REFUS_MS, signal, subscribeSession)
      continue
    }
    perdre()
    const flux = { jeton: auth.token.value, reprise: lieu.reprise(), entendre }
    const issue = await suivreUnFlux(flux, signal).catch(() => 'echec' as const)
    if (!signal.aborted) perdre()
    echecs = issue === 'echec' ? echecs + 1 : 0
    // A process that stops sends all of its readers away at once: they come back one by one.
    const pause = Math.min(PAUSE_MAX_MS, PAUSE_MS * 2 ** echecs) * (0.5 + Math.random())
    if (issue === 'refus') await attendre(REFUS_MS, signal, subscribeSession)
    else await attendre(pause, signal, surReseau)
  }
}

/** Runs `prendre` while the page is seen; lets go when it is hidden for long, or at the end. */
function suivreLaVue(prendre: (tour: AbortSignal) => void, fin: AbortSignal): void {
  let tour = new AbortController()
  let retrait: ReturnType<typeof setTimeout> | undefined
  const surVue = () => {
    clearTimeout(retrait)
    if (document.hidden) retrait = setTimeout(() => tour.abort(), CACHEE_MS)
    else if (tour.signal.aborted) {
      tour = new AbortController()
      prendre(tour.signal)
    }
  }
  document.addEventListener('visibilitychange', surVue, { signal: fin })
  fin.addEventListener('abort', () => {
    clearTimeout(retrait)
    tour.abort()
  })
  prendre(tour.signal)
}

/**
 * Hears the events of whoever is signed in, until `fin`: one stream for all the tabs of a browser,
 * held by the tab that has the lock, which tells the others. It never renews a session: whoever is
 * away is let go as if there were no stream.
 */
export function ecouter(
  { surDit, surPerte }: { surDit: (dit: Evenement) => void; surPerte: (perte: Perte) => void },
  fin: AbortSignal,
): void {
  const nom = `releve-evenements-${getSession().auth?.identifiant ?? ''}`
  const canal = new BroadcastChannel(nom)
  let reprise: string | null = null
  let perte: Perte = null
  let tours = 0
  let mene = false
  const noter = ({ dit, id }: BlocDuFlux) => {
    reprise = id ?? reprise
    if (dit) surDit(dit)
  }
  let recents: { le: number; mot: BlocDuFlux }[] = []
  const entendre = (mot: BlocDuFlux) => {
    const le = performance.now()
    recents = [...recents, { le, mot }].filter((recent) => recent.le > le - RECENTS_MS)
    canal.postMessage(mot)
    noter(mot)
  }
  const noterPerte = (dite: Perte) => {
    perte = dite
    surPerte(dite)
  }
  const dire = (mot: Mot) => canal.postMessage(mot)
  const direPerte = (dite: Perte) => {
    // The last act of a tab that goes: there is nobody left to tell.
    if (fin.aborted) return
    dire({ perte: dite })
    noterPerte(dite)
  }
  canal.addEventListener('message', ({ data }: MessageEvent<Mot>) => {
    if (data && 'perte' in data) noterPerte(data.perte)
    else if (data) noter(data)
    else if (mene) {
      for (const { mot } of recents) if (mot.dit?.genre !== 'PRET') dire(mot)
      if (reprise) dire({ dit: null, id: reprise })
      dire({ perte })
    }
  })
  canal.postMessage(null)
  const mener = async (tour: AbortSignal) => {
    if (tour.aborted) return
    mene = true
    await conduire({ reprise: () => reprise, entendre, surPerte: direPerte }, tour)
    mene = false
  }
  suivreLaVue((tour) => {
    tours += 1
    // Heard nothing while it was hidden, and knows no place to resume from: all is read again.
    if (tours > 1 && !reprise) surDit({ genre: 'RECOMMENCER' })
    const { locks } = navigator as Partial<Navigator>
    if (!locks) return void mener(tour)
    locks.request(nom, { signal: tour }, () => mener(tour)).catch(() => undefined)
  }, fin)
  // Kept whole by the browser, then shown again: what the other tabs said was not heard.
  const surRetour = ({ persisted }: PageTransitionEvent) => {
    if (persisted) surDit({ genre: 'RECOMMENCER' })
  }
  addEventListener('pageshow', surRetour, { signal: fin })
  fin.addEventListener('abort', () => canal.close())
}
