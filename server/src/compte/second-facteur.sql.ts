import { empreinteDe } from '../platform/jeton.ts'
import type { Sql } from '../platform/route.ts'
import { normaliserCode } from './totp.ts'

const cleDe = (code: string): Buffer => empreinteDe(normaliserCode(code))

/** Keeps the secret of a factor to activate, over one that never was. False when one is active. */
export async function insertSecret(
  sql: Sql,
  utilisateurId: number,
  secret: Buffer,
  creeLe: Date,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await sql
    .insertInto('secondFacteur')
    .values({ utilisateurId, secret, creeLe })
    .onConflict((oc) =>
      oc
        .column('utilisateurId')
        .doUpdateSet({ secret, creeLe })
        .where('secondFacteur.activeLe', 'is', null),
    )
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

/** The factor of an account, active or only prepared. */
export function findSecondFacteur(sql: Sql, utilisateurId: number) {
  return sql
    .selectFrom('secondFacteur')
    .select(['secret', 'activeLe'])
    .where('utilisateurId', '=', utilisateurId)
    .executeTakeFirst()
}

/** Activates a prepared factor, whose first code is used up. False when another call came first. */
export async function updateActivation(
  sql: Sql,
  utilisateurId: number,
  secret: Buffer,
  activeLe: Date,
  dernierPas: number,
): Promise<boolean> {
  const { numUpdatedRows } = await sql
    .updateTable('secondFacteur')
    .set({ activeLe, dernierPas })
    .where('utilisateurId', '=', utilisateurId)
    .where('secret', '=', secret)
    .where('activeLe', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** Uses up the codes of a step and of those before. False when one of them has served already. */
export async function updateDernierPas(
  sql: Sql,
  utilisateurId: number,
  dernierPas: number,
): Promise<boolean> {
  const { numUpdatedRows } = await sql
    .updateTable('secondFacteur')
    .set({ dernierPas })
    .where('utilisateurId', '=', utilisateurId)
    .where((eb) => eb.or([eb('dernierPas', 'is', null), eb('dernierPas', '<', dernierPas)]))
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** Takes the factor of an account away, with its codes and the sign-ins that await one. */
export async function deleteSecondFacteur(sql: Sql, utilisateurId: number): Promise<boolean> {
  const { numDeletedRows } = await sql
    .deleteFrom('secondFacteur')
    .where('utilisateurId', '=', utilisateurId)
    .where('activeLe', 'is not', null)
    .executeTakeFirstOrThrow()
  return numDeletedRows === 1n
}

/**
 * Gives an account these recovery codes, in place of the former ones. Its factor is held meanwhile:
 * of two renewals at once the second replaces what the first gave. False when it has none any more.
 */
export async function insertCodes(
  sql: Sql,
  utilisateurId: number,
  codes: readonly string[],
): Promise<boolean> {
  const facteur = await sql
    .selectFrom('secondFacteur')
    .select('activeLe')
    .where('utilisateurId', '=', utilisateurId)
    .forUpdate()
    .executeTakeFirst()
  if (!facteur?.activeLe) return false
  await sql.deleteFrom('codeRecuperation').where('utilisateurId', '=', utilisateurId).execute()
  await sql
    .insertInto('codeRecuperation')
    .values(codes.map((code) => ({ utilisateurId, empreinte: cleDe(code) })))
    .execute()
  return true
}

/** Uses a recovery code up. False when it is none of this account's, or has served. */
export async function updateCode(
  sql: Sql,
  utilisateurId: number,
  code: string,
  utiliseLe: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await sql
    .updateTable('codeRecuperation')
    .set({ utiliseLe })
    .where('utilisateurId', '=', utilisateurId)
    .where('empreinte', '=', cleDe(code))
    .where('utiliseLe', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}
