import type { Role } from '@releve/contract/utilisateur/droits.ts'
import { sql as texte } from 'kysely'
import type { Sql } from '../platform/route.ts'

/** An account to create; `motDePasse` is already hashed (`hacherMotDePasse`). */
type NouvelUtilisateur = {
  identifiant: string
  nom: string
  prenoms?: string
  nomAffichable: string
  email?: string | null
  telephone?: string | null
  fonction?: string | null
  roles: Role[]
  structureId?: number | null
  /** Other structures for which he enters figures. */
  autreStructure?: number[]
  statut?: 'ACTIF' | 'BLOQUE' | 'INVITE'
  motDePasse: string
  forceChangePassword?: boolean
}

/**
 * Creates an account and its `autreStructure`, and returns its id. A name already taken violates
 * `utilisateur_identifiant_unique`.
 */
export async function insertUtilisateur(sql: Sql, nouveau: NouvelUtilisateur): Promise<number> {
  const { autreStructure = [], ...utilisateur } = nouveau
  const { id } = await sql
    .insertInto('utilisateur')
    .values(utilisateur)
    .returning('id')
    .executeTakeFirstOrThrow()
  if (autreStructure.length > 0) {
    await sql
      .insertInto('utilisateurStructure')
      .values(autreStructure.map((structureId) => ({ utilisateurId: id, structureId })))
      .execute()
  }
  return id
}

const COMPTE = [
  'id',
  'identifiant',
  'nom',
  'prenoms',
  'nomAffichable',
  'email',
  'roles',
  'statut',
  'motDePasse',
] as const

/** The account that this name designates, whatever its case and accents; what sign-in needs. */
export function findCompte(sql: Sql, identifiant: string) {
  return sql
    .selectFrom('utilisateur')
    .select(COMPTE)
    .where('identifiantTri', '=', texte<string>`sans_accent(${identifiant})`)
    .executeTakeFirst()
}

/** The same, by id; the account is known to exist. */
export function findCompteParId(sql: Sql, id: number) {
  return sql.selectFrom('utilisateur').select(COMPTE).where('id', '=', id).executeTakeFirstOrThrow()
}

export type Compte = Awaited<ReturnType<typeof findCompteParId>>

/** The account as it was when its password was verified: active, under that same hash. */
type Verifie = Pick<Compte, 'id' | 'motDePasse'>

/**
 * Sets a new password (hashed), chosen by its owner: nothing more forces him to change it. False,
 * and nothing written, when another change came first.
 */
export async function updateMotDePasse(
  sql: Sql,
  { id, motDePasse: ancien }: Verifie,
  motDePasse: string,
): Promise<boolean> {
  const { numUpdatedRows } = await sql
    .updateTable('utilisateur')
    .set((eb) => ({ motDePasse, forceChangePassword: false, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .where('motDePasse', '=', ancien)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** Gives an account a one-time password (hashed), that its owner must change at once. */
export async function updateMotDePasseUnique(
  sql: Sql,
  id: number,
  motDePasse: string,
): Promise<void> {
  await sql
    .updateTable('utilisateur')
    .set((eb) => ({ motDePasse, forceChangePassword: true, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

/** No password opens it. */
export const SANS_MOT_DE_PASSE = '!'

/**
 * Takes its password away from an account whose owner signs in with a temporary one: he must choose
 * another. Returns the account as it is now, for `updateDerniereConnexion`; undefined, and nothing
 * written, when another change came first or the account is no longer active. Taken away already by
 * a sign-in alike, there is no other change.
 */
export async function updateMotDePasseOublie(
  sql: Sql,
  { id, motDePasse }: Verifie,
): Promise<Verifie | undefined> {
  return sql
    .updateTable('utilisateur')
    .set((eb) => ({
      motDePasse: SANS_MOT_DE_PASSE,
      forceChangePassword: true,
      version: eb('version', '+', 1),
    }))
    .where('id', '=', id)
    .where('motDePasse', 'in', [motDePasse, SANS_MOT_DE_PASSE])
    .where('statut', '=', 'ACTIF')
    .returning(['id', 'motDePasse'])
    .executeTakeFirst()
}

/**
 * Notes a sign-in, and holds the account until the session is written: whoever blocks it or changes
 * its password meanwhile waits, then closes that session too. False when he came first.
 */
export async function updateDerniereConnexion(
  sql: Sql,
  { id, motDePasse }: Verifie,
  le: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await sql
    .updateTable('utilisateur')
    .set({ derniereConnexion: le })
    .where('id', '=', id)
    .where('motDePasse', '=', motDePasse)
    .where('statut', '=', 'ACTIF')
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}
