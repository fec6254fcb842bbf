import { flushCompileCache } from 'node:module'
import { Worker } from 'node:worker_threads'

/** A fault of ours in what is done apart. */
export type Panne = { panne: string }

/** What a process may take: milliseconds of processor; megabytes, resident, if they are bounded. */
export type Bornes = { processeur: number; residente?: number }

const VIGIE = new URL('./vigie.worker.ts', import.meta.url)

/** Has this process watched, and ended beyond what whoever started it lets it take. */
export function surveiller(): void {
  // What `lancer` has just written (`apart.ts`).
  const bornes = JSON.parse(process.argv[2] ?? '{}') as Bornes
  new Worker(VIGIE, { workerData: bornes }).unref()
}

const envoyer = (reponse: object): Promise<void> =>
  new Promise((dit) => process.send?.(reponse, undefined, undefined, () => dit()))

/** What is asked of a program, and what it says of it. */
export type Programme<Demande, Reponse extends object> = (
  demande: Demande,
  dire: (reponse: Reponse) => Promise<void>,
) => Promise<void>

/**
 * The other end of `faireAPart`: does the one work that this process was started for, says what
 * comes of it, and ends.
 */
export function travailler<Demande, Reponse extends object>(
  faire: Programme<Demande, Reponse>,
): void {
  surveiller()
  process.once('message', (demande: Demande) => {
    // Who asked ends us once answered: what was compiled is kept before, the first time.
    flushCompileCache()
    faire(demande, envoyer)
      .catch((echec: unknown) =>
        envoyer({ panne: echec instanceof Error ? (echec.stack ?? '') : String(echec) }),
      )
      .finally(() => process.disconnect())
  })
}
