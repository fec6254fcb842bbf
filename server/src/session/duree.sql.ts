import { findSecurite } from '../compte/securite.sql.ts'
import type { Sql } from '../platform/route.ts'

const MINUTE = 60_000

/**
 * How long sessions live, as the settings say now, in milliseconds. `inactivite`: a refresh token
 * not used within it is dead. `session`: after it one signs in again, however active one was.
 */
export async function findDurees(sql: Sql): Promise<{ inactivite: number; session: number }> {
  const { sessionInactiviteMinutes, sessionDureeHeures } = await findSecurite(sql)
  return {
    inactivite: sessionInactiviteMinutes * MINUTE,
    session: sessionDureeHeures * 60 * MINUTE,
  }
}
