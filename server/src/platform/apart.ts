import { type ChildProcess, fork } from 'node:child_process'
import { getCompileCacheDir } from 'node:module'
import { dirname } from 'node:path'
import type { Panne } from './apart.reponse.ts'
import { erreur } from './erreur.ts'
import { ouvrirTours } from './tour.ts'

/** Of one run: milliseconds, and megabytes of objects. */
export type Limites = { duree: number; memoire: number }

/** What we have compiled, where this is kept: a program reads it rather than compile it anew. */
function cache(): { NODE_COMPILE_CACHE?: string } {
  // Node keeps a folder for each of its versions in the one that it is given.
  const dossier = getCompileCacheDir()
  return dossier === undefined ? {} : { NODE_COMPILE_CACHE: dirname(dossier) }
}

function lancer(programme: URL, memoire: number): ChildProcess {
  return fork(programme, {
    // Neither our options nor our secrets: it works on what others wrote.
    execArgv: [`--max-old-space-size=${memoire}`, '--expose-gc'],
    // One heap for all its threads (glibc): what native code gives back is used again.
    env: { MALLOC_ARENA_MAX: '1', ...cache() },
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
}

/**
 * Runs a program of ours in a process of its own, which ends with it: `recevoir` listens to what it
 * says, and fails when it falls. It is killed when it lasts too long, when it is no longer wanted
 * (`arret`), and with us.
 */
export async function lancerAPart<T>(
  programme: URL,
  demande: object,
  {
    limites,
    recevoir,
    arret,
  }: { limites: Limites; recevoir: (enfant: ChildProcess) => Promise<T>; arret?: AbortSignal },
): Promise<T> {
  const enfant = lancer(programme, limites.memoire)
  const tuer = () => void enfant.kill('SIGKILL')
  const delai = setTimeout(tuer, limites.duree)
  process.once('exit', tuer)
  arret?.addEventListener('abort', tuer)
  try {
    const recu = recevoir(enfant)
    if (arret?.aborted) tuer()
    // What cannot be sent is seen by its end.
    enfant.send(demande, () => {})
    return await recu
  } finally {
    clearTimeout(delai)
    process.off('exit', tuer)
    arret?.removeEventListener('abort', tuer)
    tuer()
  }
}

/** What is done apart fell, or was stopped, before it had said all. */
export class Interrompu extends Error {}

type Travail<Reponse> = {
  limites: Limites
  /** Takes in what is said; true: that was all. What it throws ends the work. */
  entendre: (reponse: Reponse) => boolean
}

const estPanne = (reponse: unknown): reponse is Panne =>
  typeof reponse === 'object' && reponse !== null && 'panne' in reponse

const ecouter = <Reponse>(enfant: ChildProcess, entendre: Travail<Reponse>['entendre']) =>
  new Promise<void>((accepter, refuser) => {
    // What the program says is what its file says that it says.
    enfant.on('message', (reponse: Reponse | Panne) => {
      try {
        if (estPanne(reponse)) refuser(new Error(reponse.panne))
        else if (entendre(reponse)) accepter()
      } catch (echec) {
        refuser(echec)
      }
    })
    enfant.once('error', () => refuser(erreur('SERVICE_OCCUPE', {}, { attente: 10 })))
    enfant.once('exit', () => refuser(new Interrompu()))
  })

/** One file at a time, whatever it is: each may take that memory. */
const attendreSonTour = ouvrirTours({ simultanes: 1, enAttente: 8, retour: 10 })

/**
 * Has a program (`apart.reponse.ts`) read a file from outside, in its turn and apart: whoever else
 * is served does not wait meanwhile.
 * @throws Interrompu, SERVICE_OCCUPE, and what `entendre` throws
 */
export function faireAPart<Reponse>(
  programme: URL,
  demande: object,
  { limites, entendre }: Travail<Reponse>,
): Promise<void> {
  const recevoir = (enfant: ChildProcess) => ecouter(enfant, entendre)
  return attendreSonTour(() => lancerAPart(programme, demande, { limites, recevoir }))
}
