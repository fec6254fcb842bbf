import type { z } from 'zod'
import { inTransaction } from './base/transaction.ts'
import type { Courriel, Mailer } from './mailer.courriel.ts'
import type { Db } from './route.ts'

export type AtelierEnvoi = { db: Db; mailer: Mailer; maintenant: () => Date }

type Envoi<Charge> = {
  /** What the task carries: never the secret that its mail gives. */
  charge: z.ZodType<Charge>
  /** Draws the secret, keeps its hash, writes the mail; null when nothing is to be sent. */
  ecrire: (tx: Db, charge: Charge, le: Date) => Promise<Courriel | null>
}

/**
 * What carries out a task whose mail is written as it leaves: what it gives (a password, a link) is
 * drawn there and stands nowhere in the base, however long the mail waited; it is drawn anew at
 * each try. The task throws what the mailer throws.
 */
export function createEnvoi<Charge>(
  { db, mailer, maintenant }: AtelierEnvoi,
  { charge: schema, ecrire }: Envoi<Charge>,
) {
  return async (charge: unknown, reference: string): Promise<'FAITE' | 'SANS_OBJET'> => {
    const lue = schema.parse(charge)
    const le = maintenant()
    const courriel = await inTransaction(db, (tx) => ecrire(tx, lue, le))
    if (!courriel) return 'SANS_OBJET'
    // Each try is another mail: the reference of the task would make it pass for the one before.
    await mailer.envoyer(courriel, `${reference}:${le.toISOString()}`)
    return 'FAITE'
  }
}
