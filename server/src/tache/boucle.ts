import { setTimeout as attendre } from 'node:timers/promises'
import { type Atelier, executerTaches } from './executer.ts'
import { guetter } from './reveil.ts'
import { ELAN, GRACE, LOT, PERIODE } from './tache.regles.ts'

/** A loop that carries tasks out, in this process. */
export type Boucle = {
  /** Takes no more tasks; waits for those under way, a few seconds at most. */
  arreter(): Promise<void>
}

/**
 * Looks for tasks now and then, and soon after one is written in this process. Every process runs
 * one: they share the tasks. `periode` and `grace` are milliseconds.
 */
export function demarrerTaches(
  atelier: Atelier,
  { periode = PERIODE, grace = GRACE }: { periode?: number; grace?: number } = {},
): Boucle {
  let arret = false
  let enPanne = false
  let minuterie: NodeJS.Timeout | undefined
  let echeance = 0
  let passe: Promise<void> = Promise.resolve()

  /** Runs the next pass within `ms`, or sooner when one is already due sooner. */
  function programmer(ms: number): void {
    const quand = performance.now() + ms
    if (arret || (minuterie && echeance <= quand)) return
    clearTimeout(minuterie)
    echeance = quand
    minuterie = setTimeout(() => {
      minuterie = undefined
      passe = passe.then(passer)
    }, ms).unref()
  }

  async function passer(): Promise<void> {
    try {
      while (!arret && (await executerTaches(atelier)) === LOT);
      enPanne = false
    } catch (err) {
      // Said once: it looks again until the base answers.
      if (!enPanne && !arret) atelier.log.warn({ err }, 'tâches en attente de la base')
      enPanne = true
    }
    programmer(periode)
  }

  const oublier = guetter(() => programmer(ELAN))
  programmer(0)
  return {
    async arreter() {
      arret = true
      oublier()
      clearTimeout(minuterie)
      await Promise.race([passe, attendre(grace, undefined, { ref: false })])
    },
  }
}
