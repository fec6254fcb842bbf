import { setTimeout as attendre } from 'node:timers/promises'
import pg from 'pg'

/** What the base is heard about: something has been written into `evenement`. */
export const CANAL = 'evenement'

/**
 * Calls back each time that a transaction which writes events has committed, in any process, and
 * when some may have been missed. What it gives ends it.
 */
export type Ecouter = (prevenir: () => void) => () => Promise<void>

const PAUSE_MS = 500
const PAUSE_MAX_MS = 30_000

/** Calls `prevenirs` for each notification of this client. */
export function entendre(client: pg.ClientBase, prevenirs: ReadonlySet<() => void>): void {
  client.on('notification', ({ channel }) => {
    if (channel === CANAL) for (const prevenir of prevenirs) prevenir()
  })
}

/** Of the embedded base, alone in its process: the connection that writes hears itself. */
export function ecouterEmbarquee(prevenirs: Set<() => void>): Ecouter {
  return (prevenir) => {
    prevenirs.add(prevenir)
    return async () => void prevenirs.delete(prevenir)
  }
}

/** Of a server: a connection for this alone, found again when it is lost. */
export function ecouterServeur(
  reglages: pg.ClientConfig,
  direPerdue: (error: Error) => void,
): Ecouter {
  return (prevenir) => {
    const fin = new AbortController()
    const finie = garderEcoute(reglages, prevenir, { direPerdue, fin: fin.signal })
    return () => {
      fin.abort()
      return finie
    }
  }
}

type Garde = { direPerdue: (error: Error) => void; fin: AbortSignal }

async function garderEcoute(
  reglages: pg.ClientConfig,
  prevenir: () => void,
  { direPerdue, fin }: Garde,
): Promise<void> {
  let pause = PAUSE_MS
  const alerter = () => {
    pause = PAUSE_MS
    // Whatever was said while nobody listened.
    prevenir()
  }
  while (!fin.aborted) {
    const perte = await ecouterUneFois(reglages, alerter, fin)
    if (fin.aborted) return
    direPerdue(perte)
    await attendre(pause, undefined, { signal: fin, ref: false }).catch(() => {})
    pause = Math.min(2 * pause, PAUSE_MAX_MS)
  }
}

/** Listens until the connection is lost, or the end; gives why. */
async function ecouterUneFois(
  reglages: pg.ClientConfig,
  prevenir: () => void,
  fin: AbortSignal,
): Promise<Error> {
  const client = new pg.Client(reglages)
  const { promise: perdue, resolve: perdre } = Promise.withResolvers<Error>()
  const finir = () => perdre(new Error('fin de l’écoute'))
  client.on('error', perdre)
  client.on('end', () => perdre(new Error('la base a fermé l’écoute')))
  fin.addEventListener('abort', finir)
  entendre(client, new Set([prevenir]))
  try {
    await client.connect()
    await client.query(`listen ${CANAL}`)
    if (!fin.aborted) prevenir()
    return await perdue
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  } finally {
    fin.removeEventListener('abort', finir)
    await client.end().catch(() => {})
  }
}
