import { sql } from 'kysely'
import type { Db } from '../platform/route.ts'

/** Marks one's copy read, or not; the first reading stays. */
export async function updateLu(
  db: Db,
  { id, agentId }: { id: number; agentId: number },
  luLe: Date | null,
): Promise<void> {
  await sql`update message_destinataire set lu_le = ${luLe}::timestamptz
    where message_id = ${id} and utilisateur_id = ${agentId} and not envoye
      and (lu_le is null) <> (${luLe}::timestamptz is null)`.execute(db)
}

export async function updateImportant(
  db: Db,
  { id, agentId }: { id: number; agentId: number },
  important: boolean,
): Promise<void> {
  await db
    .updateTable('messageDestinataire')
    .set({ important })
    .where('messageId', '=', id)
    .where('utilisateurId', '=', agentId)
    .execute()
}

/** Of these messages, how many this person has a copy of. */
export async function countCopies(db: Db, agentId: number, ids: readonly number[]) {
  const { rows } = await sql<{ nombre: number }>`select count(*) as nombre
    from message_destinataire
    where utilisateur_id = ${agentId} and message_id = any(${ids}::int[])`.execute(db)
  return rows[0]?.nombre ?? 0
}

/**
 * Removes one's copies, and the messages of which nobody has any left. Gives the files that these
 * held: others may hold them too.
 */
export async function deleteCopies(
  db: Db,
  agentId: number,
  ids: readonly number[],
): Promise<number[]> {
  // One after the other where two people let go of the last two copies at once.
  await sql`select id from message where id = any(${ids}::int[]) order by id for update`.execute(db)
  await sql`delete from message_destinataire
    where utilisateur_id = ${agentId} and message_id = any(${ids}::int[])`.execute(db)
  const { rows } = await sql<{ pieceId: number }>`with partis as (
    delete from message m where m.id = any(${ids}::int[])
      and not exists (select from message_destinataire d where d.message_id = m.id)
    returning m.id)
    select distinct mp.piece_id from partis
    join message_piece mp on mp.message_id = partis.id`.execute(db)
  return rows.map(({ pieceId }) => pieceId)
}
