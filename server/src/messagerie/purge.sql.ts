import { sql } from 'kysely'
import { CONSERVATION, findGroupe } from '../parametre/parametre.sql.ts'
import { inTransaction } from '../platform/base/transaction.ts'
import type { Db } from '../platform/route.ts'

/** Messages removed at a time: a batch holds its locks for an instant only. */
const LOT = 500

/**
 * Removes the messages older than the setting `conservationMessagesMois` (24 months), by whole days
 * and by batches, with their copies and the links to their files; and the drafts left as long.
 * Returns how many messages went. Processes may do it together.
 */
export async function deleteMessagesAnciens(db: Db, maintenant: Date): Promise<number> {
  const { conservationMessagesMois: mois } = await findGroupe(db, CONSERVATION)
  const limite = sql`date_trunc('day', ${maintenant}::timestamptz)
    - make_interval(months => ${mois}::integer)`
  await sql`delete from message_brouillon where modifie_le < ${limite}`.execute(db)
  let total = 0
  for (;;) {
    const nombre = await deleteLot(db, limite)
    total += nombre
    if (nombre < LOT) return total
  }
}

function deleteLot(db: Db, limite: ReturnType<typeof sql>): Promise<number> {
  return inTransaction(db, async (tx) => {
    const { rows } = await sql<{ id: number }>`select id from message
      where envoye_le < ${limite} order by envoye_le
      limit ${sql.lit(LOT)} for update skip locked`.execute(tx)
    const ids = rows.map(({ id }) => id)
    if (ids.length === 0) return 0
    await sql`delete from message_destinataire where message_id = any(${ids}::int[])`.execute(tx)
    await sql`delete from message where id = any(${ids}::int[])`.execute(tx)
    return ids.length
  })
}
