import { type ChildProcess, fork } from 'node:child_process'
import { getCompileCacheDir } from 'node:module'
import { basename, dirname } from 'node:path'
import type { z } from 'zod'
import type { Bornes, ReponseApart } from './apart.reponse.ts'
import { ErreurMetier, erreur } from './erreur.ts'
import { TEMOINS } from './temoins.ts'
import { ouvrirTours, type Pour } from './tour.ts'

/**
 * Of one run: milliseconds by the clock, then of processor; megabytes of objects, then in all,
 * native code included, where that is bounded.
 */
export type Limites = { duree: number; processeur: number; memoire: number; residente?: number }

/**
 * Of one reading of a file from outside. A full workbook takes a quarter of the processor, and half
 * of the memory; the clock leaves room for a machine that does much else.
 */
export const LECTURE: Limites = { duree: 30_000, processeur: 5000, memoire: 400 }

/** What we have compiled, where this is kept: a program reads it rather than compile it anew. */
function cache(): { NODE_COMPILE_CACHE?: string } {
  // Node keeps a folder for each of its versions in the one that it is given.
  const dossier = getCompileCacheDir()
  return dossier === undefined ? {} : { NODE_COMPILE_CACHE: dirname(dossier) }
}

/** What `TEMOINS.apart` tells: a program said all, or fell, refused or was ended. */
export type TemoinApart = { programme: string; etat: 'COMMENCE' | 'FAIT' | 'INTERROMPU' }

function lancer(programme: URL, { memoire, processeur, residente }: Limites): ChildProcess {
  const bornes: Bornes = { processeur, ...(residente !== undefined && { residente }) }
  return fork(programme, [JSON.stringify(bornes)], {
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
 * says, and fails when it falls. It is killed when it lasts too long or takes too much, when it is
 * no longer wanted (`arret`), and with us.
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
  const enfant = lancer(programme, limites)
  const temoigner = (etat: TemoinApart['etat']) =>
    TEMOINS.apart.publish({ programme: basename(programme.pathname), etat } satisfies TemoinApart)
  const tuer = () => void enfant.kill('SIGKILL')
  const delai = setTimeout(tuer, limites.duree)
  process.once('exit', tuer)
  arret?.addEventListener('abort', tuer)
  try {
    const recu = recevoir(enfant)
    if (arret?.aborted) tuer()
    // What cannot be sent is seen by its end.
    enfant.send(demande, () => {})
    temoigner('COMMENCE')
    const resultat = await recu
    temoigner('FAIT')
    return resultat
  } catch (echec) {
    temoigner('INTERROMPU')
    throw echec
  } finally {
    clearTimeout(delai)
    process.off('exit', tuer)
    arret?.removeEventListener('abort', tuer)
    tuer()
  }
}

/** What is done apart fell, or was stopped, before it had said all. */
class Interrompu extends Error {}

/**
 * Milliseconds that a work waits at most. With the longest that one lasts, it stays below what a
 * silent connection is kept (`connections.ts`): whoever waits is answered before his line is cut.
 */
const PATIENCE = 40_000

/** Waiting, all together: each holds its file, of 5 MB at most. */
const ATTENTE = 24

/** One at a time: any may take all the memory that is allowed. `travaux`: what one's own are called. */
const ouvrirFile = (travaux: string) =>
  ouvrirTours({
    simultanes: 1,
    enAttente: ATTENTE,
    retour: 10,
    patience: PATIENCE,
    part: { simultanes: 1, enAttente: 2, travaux },
  })

/**
 * `venus`: files from outside, of which nothing is known. `documents`: what we make of what we hold,
 * which no file from outside may delay.
 */
const FILES = {
  venus: ouvrirFile('fichiers précédents sont encore en cours de lecture'),
  documents: ouvrirFile('documents précédents sont encore en préparation'),
}

type Travail = {
  pour: Pour
  /** `venus` unless told. */
  file?: keyof typeof FILES
  /** `LECTURE` unless told. */
  limites?: Limites
  /** What is said of a work that fell, or was ended, before it had said all. */
  interrompu: (cause: Error) => ErreurMetier
  /** What is said of a fault of ours in it; unless told, it goes on as it is. */
  panne?: (cause: unknown) => ErreurMetier
}

/** The pieces that a program says, each as its schema reads it, once it has said all. */
const ecouter = <Morceau>(enfant: ChildProcess, zMorceau: z.ZodType<Morceau>) =>
  new Promise<Morceau[]>((accepter, refuser) => {
    const morceaux: Morceau[] = []
    // Said by `travailler`; the pieces are the program's own, which its caller's schema reads.
    enfant.on('message', (dit: ReponseApart<unknown>) => {
      try {
        if ('morceau' in dit) morceaux.push(zMorceau.parse(dit.morceau))
        else if ('refus' in dit) refuser(new ErreurMetier(dit.refus))
        else if ('panne' in dit) refuser(new Error(dit.panne))
        else accepter(morceaux)
      } catch (echec) {
        refuser(echec)
      }
    })
    enfant.once('error', () => refuser(erreur('SERVICE_OCCUPE', {}, { attente: 10 })))
    enfant.once('exit', () => refuser(new Interrompu()))
  })

/**
 * Has a program (`apart.reponse.ts`) do a work in its turn and apart: whoever else is served does
 * not wait meanwhile. Gives the pieces of its answer, in order. It is dropped, or killed, when its
 * caller leaves.
 * @throws what the program refuses, `interrompu` says or `panne`, TRAVAUX_EN_COURS, SERVICE_OCCUPE
 */
export async function faireAPart<Morceau>(
  programme: URL,
  demande: object,
  zMorceau: z.ZodType<Morceau>,
  { pour, file = 'venus', limites = LECTURE, interrompu, panne }: Travail,
): Promise<Morceau[]> {
  const { parti: arret } = pour
  const recevoir = (enfant: ChildProcess) => ecouter(enfant, zMorceau)
  const travail = () =>
    lancerAPart(programme, demande, { limites, recevoir, ...(arret && { arret }) })
  try {
    return await FILES[file](travail, pour)
  } catch (echec) {
    // Killed for nobody: it says nothing of the work.
    if (arret?.aborted) throw erreur('SERVICE_OCCUPE')
    if (echec instanceof Interrompu) throw interrompu(echec)
    throw panne && !(echec instanceof ErreurMetier) ? panne(echec) : echec
  }
}
