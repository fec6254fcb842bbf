import type { NoterRefus } from '../platform/mount.ts'
import { insertJournalEspace } from './journal.sql.ts'

/** Journals what somebody tried without the right to; once in ten minutes for one account and call. */
export const insertRefus: NoterRefus = (sql, { agent, operation, adresse, maintenant }) =>
  insertJournalEspace(sql, {
    le: maintenant,
    utilisateurId: agent.id,
    action: 'DROIT_REFUSE',
    objet: operation.path,
    detail: { operation: operation.resume, adresse },
  })
