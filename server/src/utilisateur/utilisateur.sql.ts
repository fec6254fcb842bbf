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

/** Sets a new password (hashed), chosen by its owner: nothing more forces him to change it. */
export async function updateMotDePasse(sql: Sql, id: number, motDePasse: string): Promise<void> {
  await sql
    .updateTable('utilisateur')
    .set((eb) => ({ motDePasse, forceChangePassword: false, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

/** Notes a sign-in. */
export async function updateDerniereConnexion(sql: Sql, id: number, le: Date): Promise<void> {
  await sql.updateTable('utilisateur').set({ derniereConnexion: le }).where('id', '=', id).execute()
}
