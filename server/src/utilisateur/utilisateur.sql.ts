import { nomsDe } from '@releve/contract/champs.ts'
import { CHAMPS_UTILISATEUR } from '@releve/contract/utilisateur/utilisateur.champs.ts'
import type { FicheUtilisateur, Statut } from '@releve/contract/utilisateur/utilisateur.schema.ts'
import { sql } from 'kysely'
import type { Tables } from '../platform/base/tables.ts'
import type { Db } from '../platform/route.ts'

/** What is entered of an account, as the base holds it: its structures are elsewhere, or ids. */
export type Colonnes = Omit<FicheUtilisateur, 'structure' | 'autreStructure'> & {
  nomAffichable: string
  structureId: number | null
}
const SIENNES: readonly (keyof Tables['utilisateur'])[] = nomsDe(CHAMPS_UTILISATEUR).filter(
  (nom) => nom !== 'structure' && nom !== 'autreStructure',
)
/** The same of account `u`. */
export const SAISIES = sql.join(SIENNES.map((nom) => sql.ref(`u.${nom}`)))

/** An account to create; `motDePasse` is already hashed (`hacherMotDePasse`). */
type NouvelUtilisateur = Pick<Colonnes, 'identifiant' | 'nom' | 'nomAffichable' | 'roles'> &
  Partial<Omit<Colonnes, 'email'>> & {
    email?: string | null
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
export async function insertUtilisateur(db: Db, nouveau: NouvelUtilisateur): Promise<number> {
  const { autreStructure = [], ...utilisateur } = nouveau
  const { id } = await db
    .insertInto('utilisateur')
    .values(utilisateur)
    .returning('id')
    .executeTakeFirstOrThrow()
  if (autreStructure.length > 0) {
    await db
      .insertInto('utilisateurStructure')
      .values(autreStructure.map((structureId) => ({ utilisateurId: id, structureId })))
      .execute()
  }
  return id
}

/** An account held until the transaction ends; its structures are codes. */
export type CompteVerrouille = FicheUtilisateur & {
  id: number
  nomAffichable: string
  statut: Statut
  version: number
  /** Nobody has ever signed in by it, and no password opens it. */
  jamaisOuvert: boolean
}

/** Locked in the same order by all: of two acts at once the second sees what the first has done. */
async function verrouillerIds(db: Db, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select u.id from utilisateur u
    where u.id = any (${ids}::integer[])
      or ('ROLE_DPPS' = any (u.roles) and u.statut = 'ACTIF')
    order by u.id for update`.execute(db)
  return rows.map(({ id }) => id)
}

/** Holds these accounts, and every active one of the central directorate. */
export async function verrouillerComptes(
  db: Db,
  ids: readonly number[],
): Promise<Map<number, CompteVerrouille>> {
  // Read by another statement: that of the lock saw other tables as they were before it waited.
  const tenus = await verrouillerIds(db, ids)
  const { rows } = await sql<Omit<CompteVerrouille, 'email'> & { email: string | null }>`
    select u.id, ${SAISIES}, u.nom_affichable, u.statut, u.version,
      u.mot_de_passe = '!' and u.derniere_connexion is null as jamais_ouvert,
      (select s.code from structure s where s.id = u.structure_id) as structure,
      array(select s.code from utilisateur_structure us join structure s on s.id = us.structure_id
        where us.utilisateur_id = u.id order by s.code) as autre_structure
    from utilisateur u where u.id = any (${tenus}::integer[])`.execute(db)
  return new Map(rows.map((compte) => [compte.id, { ...compte, email: compte.email ?? '' }]))
}

/** Names as typed → the account that each designates, whatever its case and accents. */
export async function findIdsParNom(
  db: Db,
  noms: readonly string[],
): Promise<{ nom: string; cle: string; id: number | null }[]> {
  const { rows } = await sql<{ nom: string; cle: string; id: number | null }>`
    select n.nom, sans_accent(n.nom) as cle, u.id
    from unnest(${noms}::text[]) as n (nom)
    left join utilisateur u on u.identifiant_tri = sans_accent(n.nom)`.execute(db)
  return rows
}

/** Code → id, of those that exist. */
export async function findStructuresParCode(
  db: Db,
  codes: readonly string[],
): Promise<Map<string, number>> {
  const { rows } = await sql<{ code: string; id: number }>`
    select code, id from structure where code = any (${codes}::text[])`.execute(db)
  return new Map(rows.map(({ code, id }) => [code, id]))
}

/**
 * Writes an account as entered, and its other structures. `nouveauMotDePasse`: its owner must choose
 * another one. A name already taken violates `utilisateur_identifiant_unique`.
 */
export async function updateUtilisateur(
  db: Db,
  id: number,
  colonnes: Colonnes,
  { autres, nouveauMotDePasse }: { autres: readonly number[]; nouveauMotDePasse: boolean },
): Promise<void> {
  await db
    .updateTable('utilisateur')
    .set((eb) => ({
      ...colonnes,
      ...(nouveauMotDePasse && { forceChangePassword: true }),
      version: eb('version', '+', 1),
    }))
    .where('id', '=', id)
    .execute()
  await db.deleteFrom('utilisateurStructure').where('utilisateurId', '=', id).execute()
  if (autres.length === 0) return
  await db
    .insertInto('utilisateurStructure')
    .values(autres.map((structureId) => ({ utilisateurId: id, structureId })))
    .execute()
}

/** Blocks an account, or gives it back. */
export async function updateStatut(db: Db, id: number, statut: Statut): Promise<void> {
  await db
    .updateTable('utilisateur')
    .set((eb) => ({ statut, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

/**
 * The account that waits for its first password, held until the transaction ends; undefined when it
 * is no longer active, has been opened already, or its address is another one by now.
 */
export async function findNouveau(db: Db, id: number, email: string) {
  return db
    .selectFrom('utilisateur')
    .select(['id', 'identifiant', 'nomAffichable'])
    .where('id', '=', id)
    .where('email', '=', email)
    .where('statut', '=', 'ACTIF')
    .where('motDePasse', '=', '!')
    .where('derniereConnexion', 'is', null)
    .forUpdate()
    .executeTakeFirst()
}
