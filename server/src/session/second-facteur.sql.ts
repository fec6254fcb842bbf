import { sql } from 'kysely'
import { createJeton, empreinteDe } from '../platform/jeton.ts'
import type { Db } from '../platform/route.ts'
import { scellerIdentite } from './jeton.ts'
import { DUREES, ESSAIS_PAR_DEFI } from './session.rules.ts'
import { deleteTentativesDuFacteur } from './tentative.sql.ts'
import { normaliserCode } from './totp.ts'

const cleDe = (code: string): Buffer => empreinteDe(normaliserCode(code))

/** Keeps the secret of a factor to activate, over one that never was. False when one is active. */
export async function insertSecret(
  db: Db,
  utilisateurId: number,
  secret: Buffer,
  creeLe: Date,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
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
export function findSecondFacteur(db: Db, utilisateurId: number) {
  return db
    .selectFrom('secondFacteur')
    .select(['secret', 'activeLe'])
    .where('utilisateurId', '=', utilisateurId)
    .executeTakeFirst()
}

/** Activates a prepared factor, whose first code is used up. False when another call came first. */
export async function updateActivation(
  db: Db,
  utilisateurId: number,
  secret: Buffer,
  activeLe: Date,
  dernierPas: number,
): Promise<boolean> {
  const { numUpdatedRows } = await db
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
  db: Db,
  utilisateurId: number,
  dernierPas: number,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('secondFacteur')
    .set({ dernierPas })
    .where('utilisateurId', '=', utilisateurId)
    .where((eb) => eb.or([eb('dernierPas', 'is', null), eb('dernierPas', '<', dernierPas)]))
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/**
 * Takes the factor of an account away, with its codes, the sign-ins that await one, and what was
 * missed on it. False when it had none.
 */
export async function deleteSecondFacteur(db: Db, utilisateurId: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('secondFacteur')
    .where('utilisateurId', '=', utilisateurId)
    .where('activeLe', 'is not', null)
    .executeTakeFirstOrThrow()
  if (numDeletedRows !== 1n) return false
  await deleteTentativesDuFacteur(db, utilisateurId)
  return true
}

/**
 * Gives an account these recovery codes, in place of the former ones. Its factor is held meanwhile:
 * of two renewals at once the second replaces what the first gave. False when it has none any more.
 */
export async function insertCodes(
  db: Db,
  utilisateurId: number,
  codes: readonly string[],
): Promise<boolean> {
  const facteur = await db
    .selectFrom('secondFacteur')
    .select('activeLe')
    .where('utilisateurId', '=', utilisateurId)
    .forUpdate()
    .executeTakeFirst()
  if (!facteur?.activeLe) return false
  await db.deleteFrom('codeRecuperation').where('utilisateurId', '=', utilisateurId).execute()
  await db
    .insertInto('codeRecuperation')
    .values(codes.map((code) => ({ utilisateurId, empreinte: cleDe(code) })))
    .execute()
  return true
}

/** Uses a recovery code up. False when it is none of this account's, or has served. */
export async function updateCode(
  db: Db,
  utilisateurId: number,
  code: string,
  utiliseLe: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('codeRecuperation')
    .set({ utiliseLe })
    .where('utilisateurId', '=', utilisateurId)
    .where('empreinte', '=', cleDe(code))
    .where('utiliseLe', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

type CompteVerifie = { id: number; motDePasse: string }

/** What a challenge remembers of the password that was right when it was given. */
export const traceDe = (motDePasse: string): Buffer => empreinteDe(motDePasse)

/**
 * A challenge for this account, whose password has just been verified; null when it has no active
 * second factor. `provisoire` is the fingerprint of the temporary password that was given, if any;
 * `identite`, what a provider gave in place of a password: the challenge alone can read it again.
 */
export async function insertDefi(
  db: Db,
  { id, motDePasse }: CompteVerifie,
  provisoire: Buffer | null,
  maintenant: Date,
  identite?: object,
): Promise<string | null> {
  const defi = createJeton()
  const expireLe = new Date(maintenant.getTime() + DUREES.defi)
  const scellee = identite ? scellerIdentite(defi, JSON.stringify(identite)) : null
  const { rows } = await sql`
    insert into defi (empreinte, utilisateur_id, mot_de_passe, provisoire, identite, expire_le)
    select ${empreinteDe(defi)}::bytea, utilisateur_id, ${traceDe(motDePasse)}::bytea,
      ${provisoire}::bytea, ${scellee}::bytea, ${expireLe}::timestamptz
    from second_facteur where utilisateur_id = ${id} and active_le is not null
    returning utilisateur_id`.execute(db)
  return rows.length > 0 ? defi : null
}

/** Counts a try on a challenge; undefined when it is unknown, over, or has had all its tries. */
export function updateEssai(db: Db, defi: string, maintenant: Date) {
  return db
    .updateTable('defi')
    .set((eb) => ({ essais: eb('essais', '+', 1) }))
    .where('empreinte', '=', empreinteDe(defi))
    .where('expireLe', '>', maintenant.toISOString())
    .where('essais', '<', ESSAIS_PAR_DEFI)
    .returning(['utilisateurId', 'motDePasse', 'provisoire', 'identite'])
    .executeTakeFirst()
}

/** Uses a challenge up. False when it has served already. */
export async function deleteDefi(db: Db, defi: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('defi')
    .where('empreinte', '=', empreinteDe(defi))
    .executeTakeFirstOrThrow()
  return numDeletedRows === 1n
}

/** Removes the challenges that are over. */
export async function deleteDefisPerimes(db: Db, maintenant: Date): Promise<void> {
  await db.deleteFrom('defi').where('expireLe', '<=', maintenant.toISOString()).execute()
}
