import type { Sql } from '../platform/route.ts'

/** Something to do once the act that asks for it has committed. */
export type Tache = {
  genre: 'NOTIFICATION'
  /** The same key is never enqueued twice. */
  cle: string
  charge: object
}

/** Writes a task to the outbox, in the transaction of the act. */
export async function insertTache(sql: Sql, tache: Tache): Promise<void> {
  await sql
    .insertInto('tache')
    .values({ ...tache, charge: JSON.stringify(tache.charge) })
    .onConflict((oc) => oc.column('cle').doNothing())
    .execute()
}
