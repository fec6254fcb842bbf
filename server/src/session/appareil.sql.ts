import type { Sql } from '../platform/route.ts'
import { createJeton, empreinteDe } from './jeton.ts'
import { DUREES } from './session.regles.ts'

/**
 * The fingerprint of a device by which this account has signed in before; null for any other. The
 * same work is done for whatever account and token.
 */
export async function findAppareilConnu(
  sql: Sql,
  { utilisateurId, jeton = '' }: { utilisateurId: number; jeton: string | undefined },
  maintenant: Date,
): Promise<Buffer | null> {
  const empreinte = empreinteDe(jeton)
  const depuis = new Date(maintenant.getTime() - DUREES.appareilConnu)
  const lu = await sql
    .selectFrom('appareilConnu')
    .select('vuLe')
    .where('empreinte', '=', empreinte)
    .where('utilisateurId', '=', utilisateurId)
    .where('vuLe', '>', depuis.toISOString())
    .executeTakeFirst()
  return lu ? empreinte : null
}

/**
 * This device is from now on one of the account's. Returns what it must show next time: the
 * token that it has already, when we gave it (a shared computer has one for all), or a new one.
 */
export async function reconnaitreAppareil(
  sql: Sql,
  { utilisateurId, jeton = '' }: { utilisateurId: number; jeton: string | undefined },
  le: Date,
): Promise<string> {
  const donne = await sql
    .selectFrom('appareilConnu')
    .select('creeLe')
    .where('empreinte', '=', empreinteDe(jeton))
    .limit(1)
    .executeTakeFirst()
  const garde = donne ? jeton : createJeton()
  await sql
    .insertInto('appareilConnu')
    .values({ empreinte: empreinteDe(garde), utilisateurId, creeLe: le, vuLe: le })
    .onConflict((oc) => oc.columns(['empreinte', 'utilisateurId']).doUpdateSet({ vuLe: le }))
    .execute()
  return garde
}

/** Forgets the devices that nobody has signed in from for too long. */
export async function deleteAppareilsAnciens(sql: Sql, maintenant: Date): Promise<void> {
  const depuis = new Date(maintenant.getTime() - DUREES.appareilConnu)
  await sql.deleteFrom('appareilConnu').where('vuLe', '<=', depuis.toISOString()).execute()
}
