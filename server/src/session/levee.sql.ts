import type { Sql } from '../platform/route.ts'
import { createJeton, empreinteDe } from './jeton.ts'
import { DUREES } from './session.regles.ts'

/** Draws the link by which an account's owner lifts its wait: it is returned, and not kept. */
export async function insertLevee(sql: Sql, utilisateurId: number, le: Date): Promise<string> {
  const jeton = createJeton()
  const expireLe = new Date(le.getTime() + DUREES.levee)
  await sql
    .insertInto('levee')
    .values({ empreinte: empreinteDe(jeton), utilisateurId, expireLe })
    .execute()
  return jeton
}

/** Uses a link up; the account that it was for, undefined when it is over or has served. */
export async function deleteLevee(
  sql: Sql,
  jeton: string,
  maintenant: Date,
): Promise<number | undefined> {
  const lue = await sql
    .deleteFrom('levee')
    .where('empreinte', '=', empreinteDe(jeton))
    .where('expireLe', '>', maintenant.toISOString())
    .returning('utilisateurId')
    .executeTakeFirst()
  return lue?.utilisateurId
}

/** Removes the links that are over. */
export async function deleteLeveesPerimees(sql: Sql, maintenant: Date): Promise<void> {
  await sql.deleteFrom('levee').where('expireLe', '<=', maintenant.toISOString()).execute()
}
