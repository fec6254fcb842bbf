import { sql } from 'kysely'
import { findSecurite } from '../parametre/parametre.sql.ts'
import { createJeton, empreinteDe } from '../platform/jeton.ts'
import type { Fournisseur } from '../platform/oidc.ts'
import type { Db } from '../platform/route.ts'
import { traceDe } from './second-facteur.sql.ts'
import { type Compte, findCompteParId, SANS_MOT_DE_PASSE } from './secret.sql.ts'
import { DUREES } from './session.rules.ts'

/** Who issued an account of a provider, and what it calls it. */
export type Sujet = { emetteur: string; sujet: string }

type Lien = Sujet & {
  utilisateurId: number
  email: string | null
  lieeLe: Date
}

/**
 * Links an account of ours to one of a provider. Undefined, and nothing written, when either is
 * linked already: ours to another of that provider, that one to another of ours.
 */
export async function insertIdentite(db: Db, lien: Lien): Promise<number | undefined> {
  const ecrite = await db
    .insertInto('identite')
    .values(lien)
    .onConflict((oc) => oc.doNothing())
    .returning('id')
    .executeTakeFirst()
  return ecrite?.id
}

/**
 * The same of an account that its address alone designates, looked at again as the link is made: it
 * still has that address, nobody else has, and it is not central.
 */
export async function insertIdentiteParAdresse(db: Db, lien: Lien): Promise<number | undefined> {
  const { utilisateurId, emetteur, sujet, email, lieeLe } = lien
  const { rows } = await sql<{ id: number }>`
    insert into identite (utilisateur_id, emetteur, sujet, email, liee_le)
    select u.id, ${emetteur}::text, ${sujet}::text, ${email}::text, ${lieeLe}::timestamptz
    from utilisateur u
    where u.id = ${utilisateurId}::integer and u.roles <@ array['ROLE_STRUCTURE']
      and sans_accent(trim(u.email)) = sans_accent(${email}::text)
      and not exists (select from utilisateur a where a.id <> u.id
        and sans_accent(trim(a.email)) = sans_accent(${email}::text))
    on conflict do nothing returning id`.execute(db)
  return rows[0]?.id
}

/** To what identity of this provider an account is linked. */
export function findIdentiteDuCompte(db: Db, utilisateurId: number, emetteur: string) {
  return db
    .selectFrom('identite')
    .select(['id', 'sujet'])
    .where('utilisateurId', '=', utilisateurId)
    .where('emetteur', '=', emetteur)
    .executeTakeFirst()
}

/** The account that this identity opens, and the link. */
export async function findCompteDeLIdentite(
  db: Db,
  { emetteur, sujet }: Sujet,
): Promise<{ compte: Compte; identiteId: number } | undefined> {
  const lue = await db
    .selectFrom('identite')
    .select(['id', 'utilisateurId'])
    .where('emetteur', '=', emetteur)
    .where('sujet', '=', sujet)
    .executeTakeFirst()
  if (!lue) return undefined
  return { compte: await findCompteParId(db, lue.utilisateurId), identiteId: lue.id }
}

/** Whoever has this address, whatever their state: two at the most, for one alone designates. */
export async function listComptesDeLAdresse(db: Db, email: string): Promise<Compte[]> {
  const { rows } = await sql<{ id: number }>`
    select u.id from utilisateur u
    where sans_accent(trim(u.email)) = sans_accent(${email}) limit 2`.execute(db)
  return Promise.all(rows.map(({ id }) => findCompteParId(db, id)))
}

/** Notes a sign-in by a link. False when it was undone meanwhile. */
export async function updateIdentite(
  db: Db,
  id: number,
  usage: { utiliseeLe: Date; deuxFacteurs: boolean },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('identite')
    .set(usage)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** The links of an account, the oldest first. */
export function listIdentitesDe(db: Db, utilisateurId: number) {
  return db
    .selectFrom('identite')
    .select(['id', 'emetteur', 'email', 'lieeLe', 'utiliseeLe'])
    .where('utilisateurId', '=', utilisateurId)
    .orderBy('id')
    .execute()
}

/**
 * Unlinks an account, from one identity or from all, and closes the sessions that they opened, but
 * this one. Returns how many there were.
 */
export async function deleteIdentites(
  db: Db,
  vise: { utilisateurId: number; id?: number; saufSession?: number | null },
  le: Date,
): Promise<number> {
  const une = vise.id === undefined ? sql`true` : sql`i.id = ${vise.id}::integer`
  await sql`update session s set fermee_le = ${le}, motif_fermeture = 'IDENTITE'
    from identite i where i.id = s.identite_id and s.fermee_le is null
      and i.utilisateur_id = ${vise.utilisateurId}::integer and ${une}
      and s.id is distinct from ${vise.saufSession ?? null}::integer`.execute(db)
  const { numAffectedRows = 0n } = await sql`delete from identite i
    where i.utilisateur_id = ${vise.utilisateurId}::integer and ${une}`.execute(db)
  return Number(numAffectedRows)
}

/** Who keeps a way in, were the provider silent: the oldest account that has all it takes. */
const dernierRecours = sql<number | null>`(select min(d.id) from utilisateur d
  join second_facteur f on f.utilisateur_id = d.id and f.active_le is not null
  where d.statut = 'ACTIF' and 'ROLE_DPPS' = any (d.roles)
    and d.mot_de_passe <> ${SANS_MOT_DE_PASSE})`

/** Whether an account of the central directorate would still open by a password, all imposed. */
export async function hasDernierRecours(db: Db): Promise<boolean> {
  const { rows } = await sql<{ id: number | null }>`select ${dernierRecours} as id`.execute(db)
  return rows[0]?.id != null
}

/**
 * By what provider alone this account opens, as its button says; null: its password opens it. It is
 * linked, to a provider that the configuration still knows, and a setting says so of one of its
 * roles; but of the directorate, the account of last resort keeps its password, and all do while
 * there is none.
 */
export async function findFournisseurImpose(
  db: Db,
  { id, roles }: Pick<Compte, 'id' | 'roles'>,
  fournisseurs: readonly Fournisseur[],
): Promise<string | null> {
  if (fournisseurs.length === 0) return null
  const emetteurs = fournisseurs.map(({ emetteur }) => emetteur)
  const { fournisseurDpps, fournisseurAdmin, fournisseurStructure } = await findSecurite(db)
  const imposes = [
    ...(fournisseurDpps ? ['ROLE_DPPS'] : []),
    ...(fournisseurAdmin ? ['ROLE_ADMIN'] : []),
    ...(fournisseurStructure ? ['ROLE_STRUCTURE'] : []),
  ]
  if (!roles.some((role) => imposes.includes(role))) return null
  const { rows } = await sql<{ emetteur: string }>`
    select i.emetteur from identite i join utilisateur u on u.id = i.utilisateur_id
    where u.id = ${id}::integer and i.emetteur = any (${emetteurs}::text[])
      and not ('ROLE_DPPS' = any (u.roles) and coalesce(${dernierRecours}, u.id) = u.id)
    order by i.id limit 1`.execute(db)
  return fournisseurs.find(({ emetteur }) => emetteur === rows[0]?.emetteur)?.libelle ?? null
}

/** Keeps the proof that an account's owner gave his password to link it; what is returned is kept nowhere. */
export async function insertLiaison(
  db: Db,
  { id: utilisateurId, motDePasse }: Pick<Compte, 'id' | 'motDePasse'>,
  fournisseur: string,
  maintenant: Date,
): Promise<string> {
  const liaison = createJeton()
  await db
    .insertInto('liaison')
    .values({
      empreinte: empreinteDe(liaison),
      utilisateurId,
      motDePasse: traceDe(motDePasse),
      fournisseur,
      expireLe: new Date(maintenant.getTime() + DUREES.liaison),
    })
    .execute()
  return liaison
}

/** Uses a proof up. False when it is over, another's, for another provider, or of a password changed since. */
export async function deleteLiaison(
  db: Db,
  liaison: string,
  { compte, fournisseur }: { compte: Pick<Compte, 'id' | 'motDePasse'>; fournisseur: string },
  maintenant: Date,
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('liaison')
    .where('empreinte', '=', empreinteDe(liaison))
    .where('utilisateurId', '=', compte.id)
    .where('motDePasse', '=', traceDe(compte.motDePasse))
    .where('fournisseur', '=', fournisseur)
    .where('expireLe', '>', maintenant.toISOString())
    .executeTakeFirstOrThrow()
  return numDeletedRows === 1n
}

/** Removes the proofs that are over. */
export async function deleteLiaisonsPerimees(db: Db, maintenant: Date): Promise<void> {
  await db.deleteFrom('liaison').where('expireLe', '<=', maintenant.toISOString()).execute()
}
