import { type Occupation, TYPE_MESSAGE } from '@releve/contract/document/document.schema.ts'
import { sql } from 'kysely'
import type { Fragment } from '../platform/liste.ts'
import type { Db } from '../platform/route.ts'

// The files of messages. One is of whoever laid it down, and of every message that holds it: passed
// on, it is in several.

/** Written out, so that every plan reads these pieces from their own indexes. */
const JOINTE = sql`p.type_document = ${sql.lit(TYPE_MESSAGE)}`
const ENVOYEE = sql`exists (select from message_piece mp where mp.piece_id = p.id)`
/** Nobody can reach the piece `p` any more, nor send it. */
const DELAISSEE = sql`not ${ENVOYEE} and not exists (select from message_brouillon b
  where b.auteur_id = p.depose_par and p.id = any(b.documents))`

/** What a person has laid down for messages, what of it waits; and what everybody has, in bytes. */
export type PlaceDesMessages = { siens: Occupation; enAttente: number; tous: number }

/** Counted over what exists now. */
export async function countJointes(db: Db, agentId: number): Promise<PlaceDesMessages> {
  const { rows } = await sql<Occupation & Omit<PlaceDesMessages, 'siens'>>`
    select count(*)::int as fichiers, coalesce(sum(p.taille), 0)::bigint as octets,
      count(*) filter (where not ${ENVOYEE})::int as en_attente,
      (select coalesce(sum(p.taille), 0)::bigint from piece p where ${JOINTE}) as tous
    from piece p where ${JOINTE} and p.depose_par = ${agentId}`.execute(db)
  const { fichiers = 0, octets = 0, enAttente = 0, tous = 0 } = rows[0] ?? {}
  return { siens: { fichiers, octets }, enAttente, tous }
}

/** Deletes these, where nothing holds them; gives the names that their store has to forget. */
async function deleteJointes(db: Db, condition: Fragment, maintenant: Date): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`with partis as (
    delete from piece p where ${JOINTE} and ${DELAISSEE} and ${condition} returning name, depot)
    insert into piece_effacee (name, depuis)
      select name, ${maintenant}::timestamptz from partis where depot = 'S3'
      on conflict do nothing returning name`.execute(db)
  return rows.map(({ name }) => name)
}

/**
 * Deletes, of these files, those that no message nor draft holds any more; gives the names that
 * their store has to forget. Each is locked first: whoever is joining it to a message has done so,
 * or will find it gone.
 */
export async function deleteDelaissees(
  db: Db,
  ids: readonly number[],
  maintenant: Date,
): Promise<string[]> {
  if (ids.length === 0) return []
  const celles = sql`p.id = any(${[...ids]}::int[])`
  await sql`select from piece p where ${JOINTE} and ${celles} order by p.id for update`.execute(db)
  return deleteJointes(db, celles, maintenant)
}

/** Removes the files that no message and no draft holds, a day after they came. */
export async function deletePiecesOrphelines(db: Db, maintenant: Date): Promise<void> {
  const vieilles = sql`p.depose_le < ${maintenant}::timestamptz - interval '1 day'`
  await deleteJointes(db, vieilles, maintenant)
}
