import { sql } from 'kysely'
import { expect } from 'vitest'
import type { BaseOuverte } from '../platform/base/ouvrir.ts'
import type { Sql } from '../platform/route.ts'

/** Waits until another connection waits for a lock. */
async function attendreUneAttente(base: BaseOuverte): Promise<void> {
  await expect
    .poll(async () => {
      const { rows } = await sql`select 1 from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(base.db)
      return rows.length
    })
    .toBe(1)
}

/**
 * Makes a change, calls while it is not committed yet, and commits once the call waits for it. Only
 * where there are several connections: on the embedded base nobody comes between.
 */
export function pendant<T>(
  base: BaseOuverte,
  changer: (tx: Sql) => Promise<unknown>,
  appeler: () => Promise<T>,
): Promise<{ appel: Promise<T> }> {
  return base.db.transaction().execute(async (tx) => {
    await changer(tx)
    const appel = appeler()
    await attendreUneAttente(base)
    return { appel }
  })
}
