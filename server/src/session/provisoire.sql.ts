import { sql as texte } from 'kysely'
import { insertJournal } from '../journal/journal.sql.ts'
import { creerMotDePasseUnique } from '../platform/mot-de-passe.ts'
import type { Sql } from '../platform/route.ts'
import { empreinteDe } from './jeton.ts'

/** Hash of a name as typed, folded as names are looked up: all that is kept of it. */
export async function findEmpreinteDuNom(sql: Sql, identifiant: string): Promise<string> {
  const { rows } = await texte<{ empreinte: string }>`
    select encode(sha256(convert_to(sans_accent(${identifiant}), 'UTF8')), 'hex') as empreinte
    `.execute(sql)
  return rows[0]?.empreinte ?? ''
}

/**
 * The active account that this hash designates, if a mail can reach it; its row is locked until the
 * transaction ends, for two demands served at once leave one temporary password.
 */
export async function findDestinataire(sql: Sql, empreinteDuNom: string) {
  const { rows } = await texte<{
    id: number
    identifiant: string
    nomAffichable: string
    email: string
  }>`
    select id, identifiant, nom_affichable, email from utilisateur
    where encode(sha256(convert_to(identifiant_tri, 'UTF8')), 'hex') = ${empreinteDuNom}
      and statut = 'ACTIF' and coalesce(email, '') <> ''
    for update`.execute(sql)
  return rows[0]
}

/** What is kept of a temporary password. Copied from a mail, it often takes a space along. */
export const cleDe = (motDePasse: string): Buffer => empreinteDe(motDePasse.trim())

/** What was mailed to the account and has not served opens it no more: its address is another one. */
export async function deleteProvisoiresEnvoyes(sql: Sql, utilisateurId: number): Promise<void> {
  await sql
    .deleteFrom('motDePasseProvisoire')
    .where('utilisateurId', '=', utilisateurId)
    .where('utiliseLe', 'is', null)
    .execute()
}

/** Keeps a temporary password, hashed; those of the account that never served are worth nothing more. */
export async function insertProvisoire(
  sql: Sql,
  provisoire: { utilisateurId: number; motDePasse: string; creeLe: Date; expireLe: Date },
): Promise<void> {
  const { motDePasse, ...reste } = provisoire
  await deleteProvisoiresEnvoyes(sql, reste.utilisateurId)
  await sql
    .insertInto('motDePasseProvisoire')
    .values({ ...reste, empreinte: cleDe(motDePasse) })
    .execute()
}

type Tirage = {
  utilisateurId: number
  le: Date
  /** How long it opens the account, in ms. */
  duree: number
  /** What the journal tells of it. */
  objet?: string
  detail?: Record<string, unknown>
}

/** Draws a temporary password for the account: it is returned, to be mailed at once, and not kept. */
export async function tirerProvisoire(
  sql: Sql,
  { utilisateurId, le, duree, ...dit }: Tirage,
): Promise<string> {
  const motDePasse = creerMotDePasseUnique()
  const expireLe = new Date(le.getTime() + duree)
  await insertProvisoire(sql, { utilisateurId, motDePasse, creeLe: le, expireLe })
  await insertJournal(sql, { le, utilisateurId, action: 'MOT_DE_PASSE_PROVISOIRE', ...dit })
  return motDePasse
}

type Essai = { utilisateurId: number; motDePasse: string }

const provisoireDe = (sql: Sql, { utilisateurId, motDePasse }: Essai) =>
  sql
    .selectFrom('motDePasseProvisoire')
    .select('expireLe')
    .where('empreinte', '=', cleDe(motDePasse))
    .where('utilisateurId', '=', utilisateurId)

/** Whether this is a temporary password of the account that is not over. */
export async function estProvisoire(sql: Sql, essai: Essai, maintenant: Date): Promise<boolean> {
  const lu = await provisoireDe(sql, essai)
    .where('expireLe', '>', maintenant.toISOString())
    .executeTakeFirst()
  return lu !== undefined
}

/** Whether this is the temporary password that the account has signed in with. */
export async function estProvisoireUtilise(sql: Sql, essai: Essai): Promise<boolean> {
  const lu = await provisoireDe(sql, essai).where('utiliseLe', 'is not', null).executeTakeFirst()
  return lu !== undefined
}

/** Whether this was ever mailed to the account: it becomes no password of its own. */
export async function estProvisoireConnu(sql: Sql, essai: Essai): Promise<boolean> {
  return (await provisoireDe(sql, essai).executeTakeFirst()) !== undefined
}

/**
 * The account has been signed in to by this temporary password, which serves until its owner
 * chooses another or its time ends. False when it is over.
 */
export async function updateProvisoire(
  sql: Sql,
  { utilisateurId, empreinte }: { utilisateurId: number; empreinte: Buffer },
  utiliseLe: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await sql
    .updateTable('motDePasseProvisoire')
    .set((eb) => ({ utiliseLe: eb.fn.coalesce('utiliseLe', eb.val(utiliseLe.toISOString())) }))
    .where('empreinte', '=', empreinte)
    .where('utilisateurId', '=', utilisateurId)
    .where('expireLe', '>', utiliseLe.toISOString())
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** The account has a password of its own: no temporary one is worth anything more. */
export async function deleteProvisoires(sql: Sql, utilisateurId: number): Promise<void> {
  await sql.deleteFrom('motDePasseProvisoire').where('utilisateurId', '=', utilisateurId).execute()
}
