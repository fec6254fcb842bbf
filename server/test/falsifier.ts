import { sql } from 'kysely'
import type { Db } from '../src/platform/route.ts'

/** Changes one row as the platform's own writes never do: the guards of the base are off for it. */
export async function falsifierLigne(db: Db, ordre: string): Promise<void> {
  const changees = await db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    return (await sql.raw(ordre).execute(tx)).numAffectedRows
  })
  if (changees !== 1n) throw new Error(`${changees} rows changed by: ${ordre}`)
}
