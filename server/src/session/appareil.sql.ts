import { createJeton, empreinteDe } from '../platform/jeton.ts'
import type { Db } from '../platform/route.ts'
import { DUREES } from './session.rules.ts'

/**
 * The fingerprint of a device by which this account has signed in before; null for any other. The
 * same work is done for whatever account and token.
 */
export async function findAppareilConnu(
  db: Db,
  { utilisateurId, jeton = '' }: { utilisateurId: number; jeton: string | undefined },
  maintenant: Date,
): Promise<Buffer | null> {
  const empreinte = empreinteDe(jeton)
  const depuis = new Date(maintenant.getTime() - DUREES.appareilConnu)
  const lu = await db
    .selectFrom('appareilConnu')
    .select('vuLe')
    .where('empreinte', '=', empreinte)
    .where('utilisateurId', '=', utilisateurId)
    .where('vuLe', '>', depuis.toISOString())
    .executeTakeFirst()
  return lu ? empreinte : null
}

/**
 * The same, when a right code of the account's present second factor has been given from it. One
 * that a mailed link has made known has given none: for codes, it is anybody's.
 */
export async function findAppareilVerifie(
  db: Db,
  { utilisateurId, jeton }: { utilisateurId: number; jeton: string | undefined },
  maintenant: Date,
): Promise<Buffer | null> {
  const connu = await findAppareilConnu(db, { utilisateurId, jeton }, maintenant)
  if (!connu) return null
  const lu = await db
    .selectFrom('appareilConnu as a')
    .innerJoin('secondFacteur as f', 'f.utilisateurId', 'a.utilisateurId')
    .select('a.codeLe')
    .where('a.empreinte', '=', connu)
    .where('a.utilisateurId', '=', utilisateurId)
    .whereRef('a.codeLe', '>=', 'f.activeLe')
    .executeTakeFirst()
  return lu ? connu : null
}

type Montre = {
  utilisateurId: number
  jeton: string | undefined
  /** Whether a right code of the second factor was given too. */
  parCode?: boolean
}

/**
 * This device is from now on one of the account's. Returns what it must show next time: the
 * token that it has already, when we gave it (a shared computer has one for all), or a new one.
 */
export async function reconnaitreAppareil(
  db: Db,
  { utilisateurId, jeton = '', parCode = false }: Montre,
  le: Date,
): Promise<string> {
  const donne = await db
    .selectFrom('appareilConnu')
    .select('creeLe')
    .where('empreinte', '=', empreinteDe(jeton))
    .limit(1)
    .executeTakeFirst()
  const garde = donne ? jeton : createJeton()
  const vu = { vuLe: le, ...(parCode && { codeLe: le }) }
  await db
    .insertInto('appareilConnu')
    .values({ empreinte: empreinteDe(garde), utilisateurId, creeLe: le, ...vu })
    .onConflict((oc) => oc.columns(['empreinte', 'utilisateurId']).doUpdateSet(vu))
    .execute()
  return garde
}

/** Forgets the devices that nobody has signed in from for too long. */
export async function deleteAppareilsAnciens(db: Db, maintenant: Date): Promise<void> {
  const depuis = new Date(maintenant.getTime() - DUREES.appareilConnu)
  await db.deleteFrom('appareilConnu').where('vuLe', '<=', depuis.toISOString()).execute()
}

/** Draws the link by which an account's owner lifts its wait: it is returned, and not kept. */
export async function insertLevee(db: Db, utilisateurId: number, le: Date): Promise<string> {
  const jeton = createJeton()
  const expireLe = new Date(le.getTime() + DUREES.levee)
  await db
    .insertInto('levee')
    .values({ empreinte: empreinteDe(jeton), utilisateurId, expireLe })
    .execute()
  return jeton
}

/** Uses a link up; the account that it was for, undefined when it is over or has served. */
export async function deleteLevee(
  db: Db,
  jeton: string,
  maintenant: Date,
): Promise<number | undefined> {
  const lue = await db
    .deleteFrom('levee')
    .where('empreinte', '=', empreinteDe(jeton))
    .where('expireLe', '>', maintenant.toISOString())
    .returning('utilisateurId')
    .executeTakeFirst()
  return lue?.utilisateurId
}

/** Removes the links that are over. */
export async function deleteLeveesPerimees(db: Db, maintenant: Date): Promise<void> {
  await db.deleteFrom('levee').where('expireLe', '<=', maintenant.toISOString()).execute()
}
