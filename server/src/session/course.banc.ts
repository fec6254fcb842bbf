import { sql } from 'kysely'
import { expect } from 'vitest'
import type { BaseOuverte } from '../platform/base/ouvrir.ts'
import type { Db } from '../platform/route.ts'

/** Waits until so many other connections wait for a lock. */
async function attendreDesAttentes(base: BaseOuverte, nombre: number): Promise<void> {
  await expect
    .poll(async () => {
      const { rows } = await sql`select 1 from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(base.db)
      return rows.length
    })
    .toBe(nombre)
}

/**
 * Makes a change, calls while it is not committed yet, and commits once the call waits for it (or
 * the `attentes` calls that it makes). Only where there are several connections: on the embedded base nobody comes between.
 */
export function pendant<T>(
  base: BaseOuverte,
  changer: (tx: Db) => Promise<unknown>,
  appeler: () => Promise<T>,
  attentes = 1,
): Promise<{ appel: Promise<T> }> {
  return base.db.transaction().execute(async (tx) => {
    await changer(tx)
    const appel = appeler()
    await attendreDesAttentes(base, attentes)
    return { appel }
  })
}
