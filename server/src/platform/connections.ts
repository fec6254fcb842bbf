import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { adresseDe, estDIci } from './adresse.ts'

/** Calls that one connection may have sent and not had answered. No browser, nor proxy, sends two. */
const APPELS_MAX = 16

/** Streams open at once in this process: each keeps its connection. */
export const FLUX_MAX = 2000

/**
 * Connections open at once: those of the streams, and as many for the calls as before there were
 * any. Each holds one answer, of 64 kB at most unless `createRetenue` counts it: 192 MB for them
 * all, if nobody read.
 */
const CONNEXIONS_MAX = FLUX_MAX + 1000

/**
 * Of these, those of one address, unless it is this machine's: a server placed in front speaks for
 * everybody. A site behind one address keeps room for a hundred and more browsers.
 */
const PART_MAX = CONNEXIONS_MAX / 3

/**
 * A connection says what it asks within these, or is closed: a silent one costs nothing to whoever
 * opens thousands. Looked at every second, it is closed before twenty.
 */
const ENTETES_MS = 18_000
const REGARD_MS = 1000

/** A connection on which no byte moves, either way, is closed after this: an answer left unread. */
const SILENCE_MS = 120_000

/** Longer than the 60 s of the usual servers placed in front: it is theirs to close first. */
const REPOS_MS = 72_000

/**
 * Makes the calls of a connection wait for one another, as their answers do anyway: Node runs at
 * once all those that come together, and keeps the answers of a caller who does not read. Past
 * `APPELS_MAX` the connection is cut, and what came with them is dropped unread.
 */
function enFile(handler: RequestListener): RequestListener {
  const files = new WeakMap<Socket, (() => void)[]>()
  return (request, response) => {
    const { socket } = request
    if (!socket.writable) return
    const file = files.get(socket) ?? []
    files.set(socket, file)
    if (file.length === APPELS_MAX) return void socket.destroy()
    file.push(() => handler(request, response))
    response.once('close', () => {
      file.shift()
      if (socket.writable) file[0]?.()
    })
    if (file.length === 1) file[0]?.()
  }
}

/** Longest that calls wait for those who knock to be let in. */
const ACCUEIL_MS = 250

/**
 * Begins the calls once nobody knocks any more: Node lets in one connection a round of its loop, so
 * that whoever comes after a burst would wait for as many rounds, each filled with its work.
 */
function accueillir(serveur: Server, handler: RequestListener, dureeMax: number): RequestListener {
  let venue = false
  let debut = 0
  let appels: (() => void)[] = []
  const tourner = () => {
    const encore = venue && performance.now() - debut < dureeMax
    venue = false
    if (encore) return void setImmediate(tourner)
    debut = 0
    const prets = appels
    appels = []
    for (const commencer of prets) commencer()
  }
  serveur.on('connection', () => {
    venue = true
    if (debut > 0) return
    debut = performance.now()
    setImmediate(tourner)
  })
  return (request, response) => {
    if (venue || appels.length > 0) appels.push(() => handler(request, response))
    else handler(request, response)
  }
}

type Bout = Pick<Socket, 'remoteAddress' | 'once' | 'destroy'>

/**
 * Closes at once the connections of an address that has its part already.
 * @param max connections
 */
export function partager(max = PART_MAX): (socket: Bout) => void {
  const tenues = new Map<string, number>()
  return (socket) => {
    // Read now, and kept by Node: once its caller has left, the system does not know it any more.
    const { remoteAddress } = socket
    if (remoteAddress === undefined || estDIci(remoteAddress)) return
    const adresse = adresseDe({ ip: remoteAddress, socket })
    const siennes = (tenues.get(adresse) ?? 0) + 1
    tenues.set(adresse, siennes)
    socket.once('close', () => {
      const reste = (tenues.get(adresse) ?? 0) - 1
      if (reste > 0) tenues.set(adresse, reste)
      else tenues.delete(adresse)
    })
    if (siennes > max) socket.destroy()
  }
}

/**
 * How long a connection may take to say what it asks, how often that is looked at, and how long
 * calls wait for those who knock: ms.
 */
export type Patience = { entetesMs: number; regardMs: number; accueilMs: number }

const PATIENCE: Patience = { entetesMs: ENTETES_MS, regardMs: REGARD_MS, accueilMs: ACCUEIL_MS }

/**
 * The listening part: few calls in flight on a connection, few connections, none silent for long.
 * Full, it closes those that wait for nothing, for the next to come in.
 * @param dureeEnvoi ms within which a whole request arrives
 */
export function createServeur(
  handler: RequestListener,
  dureeEnvoi: number,
  patience: Partial<Patience> = {},
): Server {
  const { entetesMs, regardMs, accueilMs } = { ...PATIENCE, ...patience }
  const delais = { headersTimeout: entetesMs, requestTimeout: dureeEnvoi }
  const serveur = createServer({ ...delais, connectionsCheckingInterval: regardMs })
  serveur.on('request', enFile(accueillir(serveur, handler, accueilMs)))
  serveur.maxConnections = CONNEXIONS_MAX
  serveur.on('connection', partager())
  serveur.on('drop', () => serveur.closeIdleConnections())
  serveur.keepAliveTimeout = REPOS_MS
  serveur.setTimeout(SILENCE_MS)
  return serveur
}

/** Bodies and answers smaller than this are not counted one by one. */
const PETIT = 64 * 1024

/** Counts bytes that the process holds until this answer is over. */
export type Retenir = (response: ServerResponse, octets: number) => void

/**
 * Bounds what large bodies being received and large answers left unread hold together. Past the
 * bound the oldest are cut: whoever reads has gone long before. One more than the bound may be
 * held, of 5 MB at most.
 * @param max bytes
 */
export function createRetenue(max = 256 * 1024 * 1024): Retenir {
  const retenus = new Map<ServerResponse, number>()
  let total = 0
  const relacher = (response: ServerResponse) => {
    total -= retenus.get(response) ?? 0
    retenus.delete(response)
  }
  return (response, octets) => {
    if (!(octets > PETIT) || response.closed) return
    if (!retenus.has(response)) response.once('close', () => relacher(response))
    retenus.set(response, (retenus.get(response) ?? 0) + octets)
    total += octets
    for (const ancien of retenus.keys()) {
      if (total <= max) break
      if (ancien === response) continue
      relacher(ancien)
      ancien.destroy()
    }
  }
}
