import { createRecalcul } from '../src/formulaire/pousser.ts'
import type { Db } from '../src/platform/route.ts'
import { executerTaches } from '../src/tache/boucle.ts'

const silence = { info: () => {}, warn: () => {}, error: () => {} }

/** Computes again all that acts have asked for, as every process does; answers how many tasks. */
export async function recalculer(db: Db): Promise<number> {
  const handlers = { RECALCUL: createRecalcul(db) }
  // Tasks are due by the clock of the base.
  const maintenant = () => new Date(Date.now() + 60_000)
  let taches = 0
  for (;;) {
    const faites = await executerTaches({ db, handlers, maintenant, log: silence })
    if (faites === 0) return taches
    taches += faites
  }
}
