import { randomBytes } from 'node:crypto'
import type { compteApi } from '@releve/contract/compte/compte.api.ts'
import type { OutputOf } from '@releve/contract/operation.ts'
import { sql } from 'kysely'
import type { Db } from '../platform/route.ts'
import type { Compte as Verifie } from '../session/secret.sql.ts'

type Compte = OutputOf<typeof compteApi.lireCompte>

const ref = (table: string) => sql`json_build_object(
  'id', ${sql.ref(`${table}.id`)}, 'code', ${sql.ref(`${table}.code`)},
  'libelle', ${sql.ref(`${table}.libelle`)})`

/** One's own account, as its owner reads it; it is known to exist. */
export async function findMonCompte(
  db: Db,
  id: number,
): Promise<Omit<Compte, 'secondFacteurExige'>> {
  const { rows } = await sql<Omit<Compte, 'secondFacteurExige'>>`
    select u.identifiant, u.nom, u.prenoms, u.nom_affichable, u.email, u.telephone, u.fonction,
      u.roles, u.statut, u.derniere_connexion,
      (select x.fait_le from exercice x where x.utilisateur_id = u.id) as exercice_le,
      f.active_le is not null as second_facteur, f.active_le as second_facteur_le,
      exists (select from identite i where i.utilisateur_id = u.id) as identite_liee,
      (select count(*) from code_recuperation c
        where c.utilisateur_id = u.id and c.utilise_le is null) as codes_restants,
      exists (select from code_recuperation c
        where c.utilisateur_id = u.id and c.utilise_le is null and c.court) as codes_courts,
      case when s.id is not null then ${ref('s')} end as structure,
      coalesce((
        select json_agg(${ref('a')} order by a.libelle_tri, a.id)
        from utilisateur_structure us join structure a on a.id = us.structure_id
        where us.utilisateur_id = u.id
      ), '[]') as autre_structure
    from utilisateur u
    left join structure s on s.id = u.structure_id
    left join second_facteur f on f.utilisateur_id = u.id
    where u.id = ${id}`.execute(db)
  if (!rows[0]) throw new Error(`compte ${id} absent`)
  return rows[0]
}

const findCle = (db: Db, utilisateurId: number) =>
  db
    .selectFrom('clePoste')
    .select('cle')
    .where('utilisateurId', '=', utilisateurId)
    .executeTakeFirst()

/**
 * The key of this account, 256 bits; drawn the first time. Two calls at once get the same: the
 * second waits for the first one's end.
 */
export async function findClePoste(db: Db, utilisateurId: number): Promise<Uint8Array> {
  const tenue = await findCle(db, utilisateurId)
  if (tenue) return tenue.cle
  await db
    .insertInto('clePoste')
    .values({ utilisateurId, cle: randomBytes(32) })
    .onConflict((oc) => oc.doNothing())
    .execute()
  const tiree = await findCle(db, utilisateurId)
  if (!tiree) throw new Error(`compte ${utilisateurId} sans clé`)
  return tiree.cle
}

/**
 * The account of whoever has just given his password, held until the transaction ends: a session
 * that opens meanwhile waits, or is seen. Undefined when the password has changed since it was
 * verified, out of the transaction: what was proved is no longer true.
 */
export function findCompteVerifie(db: Db, { id, motDePasse }: Pick<Verifie, 'id' | 'motDePasse'>) {
  return db
    .selectFrom('utilisateur')
    .select(['id', 'identifiant', 'nomAffichable', 'email'])
    .where('id', '=', id)
    .where('motDePasse', '=', motDePasse)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/**
 * Notes that this account has done the exercise. The first time counts: `neuf` tells whether it is
 * this one. Of two calls at once the second waits for the first, and is not the first time.
 */
export async function insertExercice(
  db: Db,
  utilisateurId: number,
  maintenant: Date,
): Promise<{ exerciceLe: string; neuf: boolean }> {
  const neuf = await db
    .insertInto('exercice')
    .values({ utilisateurId, faitLe: maintenant })
    .onConflict((oc) => oc.doNothing())
    .returning('faitLe')
    .executeTakeFirst()
  const { faitLe } =
    neuf ??
    (await db
      .selectFrom('exercice')
      .select('faitLe')
      .where('utilisateurId', '=', utilisateurId)
      .executeTakeFirstOrThrow())
  return { exerciceLe: faitLe, neuf: neuf !== undefined }
}
