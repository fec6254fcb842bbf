import { insertJournalEspace } from '../journal/journal.sql.ts'
import { ErreurMetier } from '../platform/erreur.ts'
import type { Sql } from '../platform/route.ts'

type Frein = {
  le: Date
  utilisateurId: number | null
  adresse: string
  action: 'CONNEXION_FREINEE' | 'VERIFICATION_FREINEE' | 'MOT_DE_PASSE_FREINE'
}

/**
 * Keeps the trace of a try that is not even looked at, then lets its refusal go on: whoever insists
 * leaves a line now and then, not each time.
 */
export async function noterFrein(
  sql: Sql,
  { adresse, ...ligne }: Frein,
  echec: unknown,
): Promise<never> {
  if (echec instanceof ErreurMetier) {
    await insertJournalEspace(sql, { ...ligne, objet: adresse, detail: { adresse } })
  }
  throw echec
}
