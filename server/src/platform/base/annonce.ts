import { setTimeout as attendre } from 'node:timers/promises'
import { CANAL } from './ecoute.ts'

/** Between two calls of a process, however much it writes: nobody's eye sees sooner. */
const PAUSE_MS = 50
/** After how long a call that failed is tried again. */
const REPRISE_MS = 1000

/** Every statement that writes an event, whatever writes it: Kysely's, or a text of ours. */
const ECRIT = /\binsert into "?evenement"?[\s(]/

/**
 * Whether this statement writes an event by itself. What a trigger writes is not told here: rights
 * that change call at once, in their own transaction (server/migrations).
 */
export const ecritEvenement = (texte: string): boolean => ECRIT.test(texte)

/** What of the pool this asks. */
type Demander = { query: (texte: string) => Promise<unknown> }

/** Calls the processes once what this one has written is committed, and never in its way. */
export interface Annonce {
  /** Something has been committed: call soon, at once when nothing was said for a while. */
  annoncer: () => void
  /** Says what is still to say, before the pool ends. */
  finir: () => Promise<void>
}

/**
 * `notify` locks all commits that notify for the time of its own: told in its act, it would make
 * acts wait for one another. Here one call is for all that was committed before it. A process that
 * dies before it calls is made up for by the readings of those who listen (`Diffusion`).
 */
export function annoncerSur(pool: Demander, direEchec: (error: unknown) => void): Annonce {
  let aDire = false
  let enCours: Promise<void> | undefined
  const fin = new AbortController()
  const dire = async () => {
    while (aDire) {
      aDire = false
      let pause = PAUSE_MS
      try {
        await pool.query(`notify ${CANAL}`)
      } catch (error) {
        if (fin.signal.aborted) return
        aDire = true
        pause = REPRISE_MS
        direEchec(error)
      }
      await attendre(pause, undefined, { signal: fin.signal, ref: false }).catch(() => {})
    }
    enCours = undefined
  }
  return {
    annoncer() {
      aDire = true
      enCours ??= dire()
    },
    async finir() {
      fin.abort()
      await enCours
    },
  }
}
