import { flushCompileCache } from 'node:module'
import { Worker } from 'node:worker_threads'
import type { Enonce } from '@releve/contract/erreur.ts'
import { ErreurMetier } from './erreur.ts'

/**
 * What is said of a work done apart: a piece of its answer, that there is no other, why it is
 * refused, or a fault of ours in it.
 */
export type ReponseApart<Morceau> =
  | { morceau: Morceau }
  | { fin: true }
  | { refus: Enonce }
  | { panne: string }

/** What a process may take: milliseconds of processor; megabytes, resident, if they are bounded. */
export type Bornes = { processeur: number; residente?: number }

const VIGIE = new URL('./vigie.worker.ts', import.meta.url)

/** Has this process watched, and ended beyond what whoever started it lets it take. */
export function surveiller(): void {
  // What `lancer` has just written (`apart.ts`).
  const bornes = JSON.parse(process.argv[2] ?? '{}') as Bornes
  new Worker(VIGIE, { workerData: bornes }).unref()
}

const envoyer = (dit: ReponseApart<unknown>): Promise<void> =>
  new Promise((fait) => process.send?.(dit, undefined, undefined, () => fait()))

function echecDe(echec: unknown): ReponseApart<never> {
  if (echec instanceof ErreurMetier) return { refus: { code: echec.code, libelle: echec.message } }
  return { panne: echec instanceof Error ? (echec.stack ?? '') : String(echec) }
}

/** What is asked of a program, and how it says what comes of it. */
type Programme<Demande, Morceau> = (
  demande: Demande,
  dire: (morceau: Morceau) => Promise<void>,
) => Promise<void>

/**
 * The other end of `faireAPart`: does the one work that this process was started for, says what
 * comes of it piece by piece, or how it fails, and ends.
 */
export function travailler<Demande, Morceau>(faire: Programme<Demande, Morceau>): void {
  surveiller()
  process.once('message', (demande: Demande) => {
    // Who asked ends us once answered: what was compiled is kept before, the first time.
    flushCompileCache()
    faire(demande, (morceau) => envoyer({ morceau }))
      .then(() => envoyer({ fin: true }))
      .catch((echec: unknown) => envoyer(echecDe(echec)))
      .finally(() => process.disconnect())
  })
}
