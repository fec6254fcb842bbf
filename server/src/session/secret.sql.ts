import { sql } from 'kysely'
import { noterCompte } from '../journal/noter.sql.ts'
import { empreinteDe } from '../platform/jeton.ts'
import { createSecretCopie } from '../platform/mot-de-passe.ts'
import type { Db } from '../platform/route.ts'

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
export function findCompte(db: Db, identifiant: string) {
  return db
    .selectFrom('utilisateur')
    .select(COMPTE)
    .where('identifiantTri', '=', sql<string>`sans_accent(${identifiant})`)
    .executeTakeFirst()
}

/** The same, by id; the account is known to exist. */
export function findCompteParId(db: Db, id: number) {
  return db.selectFrom('utilisateur').select(COMPTE).where('id', '=', id).executeTakeFirstOrThrow()
}

export type Compte = Awaited<ReturnType<typeof findCompteParId>>

/** The account as it was when its password was verified: active, under that same hash. */
type CompteVerifie = Pick<Compte, 'id' | 'motDePasse'>

/**
 * Sets a new password (hashed), chosen by its owner: nothing more forces him to change it. False,
 * and nothing written, when another change came first.
 */
export async function updateMotDePasse(
  db: Db,
  { id, motDePasse: ancien }: CompteVerifie,
  motDePasse: string,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('utilisateur')
    .set((eb) => ({ motDePasse, forceChangePassword: false, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .where('motDePasse', '=', ancien)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** Gives an account a one-time password (hashed), that its owner must change at once. */
export async function updateMotDePasseUnique(
  db: Db,
  id: number,
  motDePasse: string,
): Promise<void> {
  await db
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
  db: Db,
  { id, motDePasse }: CompteVerifie,
): Promise<CompteVerifie | undefined> {
  return db
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
 * Notes a sign-in, the first one for ever, and holds the account until the session is written:
 * whoever blocks it or changes its password meanwhile waits, then closes that session too. False
 * when he came first.
 */
export async function updateDerniereConnexion(
  db: Db,
  { id, motDePasse }: CompteVerifie,
  le: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('utilisateur')
    .set((eb) => ({
      derniereConnexion: le,
      premiereConnexion: eb.fn.coalesce('premiereConnexion', eb.val(le.toISOString())),
    }))
    .where('id', '=', id)
    .where('motDePasse', '=', motDePasse)
    .where('statut', '=', 'ACTIF')
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** Hash of a name as typed, folded as names are looked up: all that is kept of it. */
export async function findEmpreinteDuNom(db: Db, identifiant: string): Promise<string> {
  const { rows } = await sql<{ empreinte: string }>`
    select encode(sha256(convert_to(sans_accent(${identifiant}), 'UTF8')), 'hex') as empreinte
    `.execute(db)
  return rows[0]?.empreinte ?? ''
}

/**
 * The active account that this hash designates, if a mail can reach it; its row is locked until the
 * transaction ends, for two demands served at once leave one temporary password.
 */
export async function findDestinataire(db: Db, empreinteDuNom: string) {
  const { rows } = await sql<{
    id: number
    identifiant: string
    nomAffichable: string
    email: string
  }>`
    select id, identifiant, nom_affichable, email from utilisateur
    where encode(sha256(convert_to(identifiant_tri, 'UTF8')), 'hex') = ${empreinteDuNom}
      and statut = 'ACTIF' and coalesce(email, '') <> ''
    for update`.execute(db)
  return rows[0]
}

/**
 * The same for a forgotten password: this hash may be that of an address too, of one active account
 * alone. One that several share designates none of them. An identifier holds no « @ ».
 */
export async function findDestinataireOublieux(db: Db, empreinteDuNom: string) {
  const { rows } = await sql<{ id: number }>`
    select u.id from utilisateur u
    where encode(sha256(convert_to(sans_accent(trim(u.email)), 'UTF8')), 'hex') = ${empreinteDuNom}
      and u.statut = 'ACTIF' limit 2`.execute(db)
  const [seul, autre] = rows
  if (!seul || autre) return findDestinataire(db, empreinteDuNom)
  const compte = await db
    .selectFrom('utilisateur')
    .select('identifiant')
    .where('id', '=', seul.id)
    .executeTakeFirstOrThrow()
  return findDestinataire(db, await findEmpreinteDuNom(db, compte.identifiant))
}

/** What is kept of a temporary password. Copied from a mail, it often takes a space along. */
export const cleDe = (motDePasse: string): Buffer => empreinteDe(motDePasse.trim())

/** What was mailed to the account and has not served opens it no more: its address is another one. */
export async function deleteProvisoiresEnvoyes(db: Db, utilisateurId: number): Promise<void> {
  await db
    .deleteFrom('motDePasseProvisoire')
    .where('utilisateurId', '=', utilisateurId)
    .where('utiliseLe', 'is', null)
    .execute()
}

/** Keeps a temporary password, hashed; those of the account that never served are worth nothing more. */
export async function insertProvisoire(
  db: Db,
  provisoire: { utilisateurId: number; motDePasse: string; creeLe: Date; expireLe: Date },
): Promise<void> {
  const { motDePasse, ...reste } = provisoire
  await deleteProvisoiresEnvoyes(db, reste.utilisateurId)
  await db
    .insertInto('motDePasseProvisoire')
    .values({ ...reste, empreinte: cleDe(motDePasse) })
    .execute()
}

type Tirage = {
  compte: { id: number; identifiant: string }
  le: Date
  /** How long it opens the account, in ms. */
  duree: number
  /** Whence it was asked for. */
  adresse?: string
}

/** Draws a temporary password for the account: it is returned, to be mailed at once, and not kept. */
export async function tirerProvisoire(
  db: Db,
  { compte, le, duree, adresse }: Tirage,
): Promise<string> {
  const motDePasse = createSecretCopie()
  const expireLe = new Date(le.getTime() + duree)
  await insertProvisoire(db, { utilisateurId: compte.id, motDePasse, creeLe: le, expireLe })
  const trace = { cible: compte, detail: { ...(adresse && { adresse }) } }
  await noterCompte({ db, maintenant: le }, compte, 'MOT_DE_PASSE_PROVISOIRE', trace)
  return motDePasse
}

type Essai = { utilisateurId: number; motDePasse: string }

const provisoireDe = (db: Db, { utilisateurId, motDePasse }: Essai) =>
  db
    .selectFrom('motDePasseProvisoire')
    .select('expireLe')
    .where('empreinte', '=', cleDe(motDePasse))
    .where('utilisateurId', '=', utilisateurId)

/** Whether this is a temporary password of the account that is not over. */
export async function estProvisoire(db: Db, essai: Essai, maintenant: Date): Promise<boolean> {
  const lu = await provisoireDe(db, essai)
    .where('expireLe', '>', maintenant.toISOString())
    .executeTakeFirst()
  return lu !== undefined
}

/** Whether this is the temporary password that the account has signed in with. */
export async function estProvisoireUtilise(db: Db, essai: Essai): Promise<boolean> {
  const lu = await provisoireDe(db, essai).where('utiliseLe', 'is not', null).executeTakeFirst()
  return lu !== undefined
}

/** Whether this was ever mailed to the account: it becomes no password of its own. */
export async function estProvisoireConnu(db: Db, essai: Essai): Promise<boolean> {
  return (await provisoireDe(db, essai).executeTakeFirst()) !== undefined
}

/**
 * The account has been signed in to by this temporary password, which serves until its owner
 * chooses another or its time ends. False when it is over.
 */
export async function updateProvisoire(
  db: Db,
  { utilisateurId, empreinte }: { utilisateurId: number; empreinte: Buffer },
  utiliseLe: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('motDePasseProvisoire')
    .set((eb) => ({ utiliseLe: eb.fn.coalesce('utiliseLe', eb.val(utiliseLe.toISOString())) }))
    .where('empreinte', '=', empreinte)
    .where('utilisateurId', '=', utilisateurId)
    .where('expireLe', '>', utiliseLe.toISOString())
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** The account has a password of its own: no temporary one is worth anything more. */
export async function deleteProvisoires(db: Db, utilisateurId: number): Promise<void> {
  await db.deleteFrom('motDePasseProvisoire').where('utilisateurId', '=', utilisateurId).execute()
}
