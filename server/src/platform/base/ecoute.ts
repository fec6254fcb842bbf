import { setTimeout as attendre } from 'node:timers/promises'
import { connecter, type Lieu, type Ouverture } from './connexion.ts'

/** What the base is heard about: something has been written into `evenement`. */
export const CANAL = 'evenement'

/**
 * Calls back each time that a transaction which writes events has committed, in any process, and
 * when some may have been missed. What it gives ends it.
 */
export type Ecouter = (prevenir: () => void) => () => Promise<void>

const PAUSE_MS = 500
const PAUSE_MAX_MS = 30_000

/** What ends the opening of a connection that listens. */
export const ECOUTER = `listen ${CANAL}`

/** Calls `prevenirs` for each notification of a connection. */
export const entendre = (prevenirs: ReadonlySet<() => void>) => (canal: string) => {
  if (canal === CANAL) for (const prevenir of prevenirs) prevenir()
}

/** Of the embedded base, alone in its process: the connection that writes hears itself. */
export function ecouterEmbarquee(prevenirs: Set<() => void>): Ecouter {
  return (prevenir) => {
    prevenirs.add(prevenir)
    return async () => void prevenirs.delete(prevenir)
  }
}

/** Where the listening connection goes, and how long it may take. */
export type Poste = { lieu: Lieu } & Pick<Ouverture, 'attenteMs'>

/** Of a server: a connection for this alone, found again when it is lost. */
export function ecouterServeur(poste: Poste, direPerdue: (error: Error) => void): Ecouter {
  return (prevenir) => {
    const fin = new AbortController()
    const finie = garderEcoute(poste, prevenir, { direPerdue, fin: fin.signal })
    return () => {
      fin.abort()
      return finie
    }
  }
}

type Garde = { direPerdue: (error: Error) => void; fin: AbortSignal }

async function garderEcoute(
  poste: Poste,
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
    const perte = await ecouterUneFois(poste, alerter, fin)
    if (fin.aborted) return
    direPerdue(perte)
    await attendre(pause, undefined, { signal: fin, ref: false }).catch(() => {})
    pause = Math.min(2 * pause, PAUSE_MAX_MS)
  }
}

/** Listens until the connection is lost, or the end; gives why. */
async function ecouterUneFois(
  { lieu, attenteMs }: Poste,
  prevenir: () => void,
  fin: AbortSignal,
): Promise<Error> {
  const { promise: perdue, resolve: perdre } = Promise.withResolvers<Error>()
  const finir = () => perdre(new Error('fin de l’écoute'))
  fin.addEventListener('abort', finir)
  try {
    const connexion = await connecter(lieu, {
      preparer: false,
      attenteMs,
      premier: ECOUTER,
      entendre: entendre(new Set([prevenir])),
      surPerte: perdre,
    })
    if (!fin.aborted) prevenir()
    const perte = await perdue
    await connexion.fermer()
    return perte
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  } finally {
    fin.removeEventListener('abort', finir)
  }
}
