import type { Bassin } from './bassin.ts'
import { codeDe, estStockageRefuse } from './erreurs.ts'
import { guetterSilence } from './silence.ts'

/** Resolves when the base answers and takes writes; else throws what it says, or a silence. */
export type Sonde = () => Promise<void>

/** A refused write is told for so long: a nearly full disk still takes a small one now and then. */
const MEMOIRE_MS = 60_000

const FIGE = "select current_setting('transaction_read_only') = 'on' as fige"

function direAvecCode(message: string, code: string): Error {
  return Object.assign(new Error(message), { code })
}

/** `promesse`, or a silence (`ETIMEDOUT`) after `ms`. */
async function avant(ms: number, promesse: Promise<void>): Promise<void> {
  const { promise: silence, reject: refuser } = Promise.withResolvers<never>()
  const repondu = guetterSilence(ms, () =>
    refuser(direAvecCode('la base ne répond pas', 'ETIMEDOUT')),
  )
  return Promise.race([promesse, silence]).finally(repondu)
}

/**
 * How the health of a base is asked: a trifle, on a connection of its pool, at most one at a time
 * however many ask, answered or given up within `ms`. `surEchec` remembers refused writes.
 */
export function sonder(
  bassin: Bassin,
  ms: number,
): { sonder: Sonde; surEchec: (error: unknown) => void } {
  let enCours: Promise<void> | undefined
  let refus: { le: number; code: string } | undefined
  const demander = async () => {
    const connexion = await bassin.prendre()
    try {
      const { rows } = await connexion.demander(FIGE, [], { silenceMs: ms })
      if (rows[0]?.['fige']) throw direAvecCode('la base est en lecture seule', '25006')
    } finally {
      bassin.rendre(connexion)
    }
  }
  return {
    async sonder() {
      if (enCours === undefined) {
        enCours = demander().finally(() => {
          enCours = undefined
        })
        // Whoever asked may have stopped waiting.
        enCours.catch(() => {})
      }
      await avant(ms, enCours)
      if (refus && performance.now() - refus.le < MEMOIRE_MS) {
        throw direAvecCode('la base a refusé d’écrire', refus.code)
      }
    },
    surEchec(error) {
      if (estStockageRefuse(error)) refus = { le: performance.now(), code: codeDe(error) ?? '' }
    },
  }
}
