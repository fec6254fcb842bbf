import { type Mailer, zCourriel } from '../platform/mailer.courriel.ts'
import type { Fin, Tache } from './tache.sql.ts'

/**
 * Carries a task out. `reference` is the same at each try of one task. What it throws makes the
 * task be tried again, unless it says `definitif`.
 */
export type Handler = (charge: unknown, reference: string) => Promise<Fin>

/** Kind → who carries it out. A kind that is not here waits, untouched. */
export type Handlers = Partial<Record<Tache['genre'], Handler>>

/** What this process can do: mails, when it has what to send them with. */
export function createHandlers(mailer: Mailer | null): Handlers {
  if (!mailer) return {}
  return {
    async COURRIEL(charge, reference) {
      await mailer.envoyer(zCourriel.parse(charge), reference)
      return 'FAITE'
    },
  }
}
