import { sql as texte } from 'kysely'
import type { Sql } from '../platform/route.ts'
import { createJeton, empreinteDe } from './jeton.ts'
import { DUREES, ESSAIS_PAR_DEFI } from './session.regles.ts'

type Verifie = { id: number; motDePasse: string }

/** What a challenge remembers of the password that was right when it was given. */
export const traceDe = (motDePasse: string): Buffer => empreinteDe(motDePasse)

/**
 * A challenge for this account, whose password has just been verified; null when it has no active
 * second factor. `provisoire` is the fingerprint of the temporary password that was given, if any.
 */
export async function insertDefi(
  sql: Sql,
  { id, motDePasse }: Verifie,
  provisoire: Buffer | null,
  maintenant: Date,
): Promise<string | null> {
  const defi = createJeton()
  const expireLe = new Date(maintenant.getTime() + DUREES.defi)
  const { rows } = await texte`
    insert into defi (empreinte, utilisateur_id, mot_de_passe, provisoire, expire_le)
    select ${empreinteDe(defi)}::bytea, utilisateur_id, ${traceDe(motDePasse)}::bytea,
      ${provisoire}::bytea, ${expireLe}::timestamptz
    from second_facteur where utilisateur_id = ${id} and active_le is not null
    returning utilisateur_id`.execute(sql)
  return rows.length > 0 ? defi : null
}

/** Counts a try on a challenge; undefined when it is unknown, over, or has had all its tries. */
export function updateEssai(sql: Sql, defi: string, maintenant: Date) {
  return sql
    .updateTable('defi')
    .set((eb) => ({ essais: eb('essais', '+', 1) }))
    .where('empreinte', '=', empreinteDe(defi))
    .where('expireLe', '>', maintenant.toISOString())
    .where('essais', '<', ESSAIS_PAR_DEFI)
    .returning(['utilisateurId', 'motDePasse', 'provisoire'])
    .executeTakeFirst()
}

/** Uses a challenge up. False when it has served already. */
export async function deleteDefi(sql: Sql, defi: string): Promise<boolean> {
  const { numDeletedRows } = await sql
    .deleteFrom('defi')
    .where('empreinte', '=', empreinteDe(defi))
    .executeTakeFirstOrThrow()
  return numDeletedRows === 1n
}

/** Removes the challenges that are over. */
export async function deleteDefisPerimes(sql: Sql, maintenant: Date): Promise<void> {
  await sql.deleteFrom('defi').where('expireLe', '<=', maintenant.toISOString()).execute()
}
