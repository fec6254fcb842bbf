import { type RawBuilder, sql } from 'kysely'
import { type ErreurMetier, erreur } from '../platform/erreur.ts'
import type { Attendre, Db } from '../platform/route.ts'
import { TEMOINS } from '../platform/temoins.ts'
import { FREIN, FREIN_ADRESSE, FREIN_CODES, PASSAGE } from './session.rules.ts'

const pluriel = (nombre: number, nom: string) => `${nombre} ${nom}${nombre > 1 ? 's' : ''}`

/** So many seconds in words, rounded up to the minute: « 15 minutes », « 1 heure 30 minutes ». */
function attenteEnMots(secondes: number): string {
  const total = Math.ceil(secondes / 60)
  const [heures, minutes] = [Math.floor(total / 60), total % 60]
  const mots = [
    ...(heures > 0 ? [pluriel(heures, 'heure')] : []),
    ...(minutes > 0 ? [pluriel(minutes, 'minute')] : []),
  ]
  return mots.join(' ')
}

/** The refusal of whoever comes before `fin`, with what is left to wait. */
function refuserAvant(
  code: 'TROP_DE_TENTATIVES' | 'TROP_DE_CODES' | 'TROP_DE_DEMANDES',
  fin: Date,
  maintenant: Date,
): ErreurMetier {
  const attente = Math.max(1, Math.ceil((fin.getTime() - maintenant.getTime()) / 1000))
  return erreur(code, { attente: attenteEnMots(attente) }, { attente })
}

/** What is counted, how many failures it may have, and how long it then waits. */
export type Compteur = {
  cle: RawBuilder<string>
  /** The account whose own it is, of which no stranger's failure is counted here. */
  utilisateurId?: number
  maximum: number
  /** What the failure that reaches `maximum` brings about, and the next ones; the last one stays. */
  attentes: readonly number[]
  /** When counter `t` begins anew at a try made at `le`. */
  oubli: (le: RawBuilder<Date>) => RawBuilder<boolean>
  refus: 'TROP_DE_TENTATIVES' | 'TROP_DE_CODES'
  /** Its failures slow the answers down. */
  ralentit?: true
}

/** A try as a counter has counted it. */
export type Essai = {
  cle: string
  /** The tries so far, this one included. */
  echecs: number
  /** When the first of them was. */
  premierLe: string
  /** Until when all wait if this one fails; null: nobody does. */
  bloqueJusqua: string | null
}

const PAR_COMPTE = {
  maximum: FREIN.parCompte,
  attentes: FREIN.attentes,
  oubli: (le: RawBuilder<Date>) =>
    sql<boolean>`t.dernier_le <= ${le} - make_interval(secs => ${FREIN.oubli / 1000}::float8)`,
  refus: 'TROP_DE_TENTATIVES',
} as const

/**
 * Counter of what strangers try on a name as typed, known or not. Folded by the base exactly as
 * names are looked up, so that no other spelling of it gives more tries; hashed, for people type
 * passwords there too.
 */
export function compteurDuNom(identifiant: string): Compteur {
  const cle = sql<string>`'compte:' ||
    encode(sha256(convert_to(sans_accent(${identifiant}), 'UTF8')), 'hex')`
  return { ...PAR_COMPTE, cle, ralentit: true }
}

/** The same account from a device that has signed in by it before: no stranger touches it. */
export function compteurDeLAppareil(utilisateurId: number, appareil: Buffer): Compteur {
  const cle = cleDe('appareil', utilisateurId, appareil.toString('hex'))
  return { ...PAR_COMPTE, cle, utilisateurId, ralentit: true }
}

export function compteurDeLAdresse(adresse: string): Compteur {
  const { maximum, fenetre, blocage } = FREIN_ADRESSE
  const oubli: Compteur['oubli'] = (le) => sql<boolean>`(t.bloque_jusqua is not null
    or t.premier_le <= ${le} - make_interval(secs => ${fenetre / 1000}::float8))`
  const cle = cleDe('adresse', adresse)
  return { ...PAR_COMPTE, cle, maximum, attentes: [blocage], oubli }
}

/** Changing a password asks for the current one: its own counter, so that it never bars sign-in. */
export function compteurDuChangement(utilisateurId: number): Compteur {
  const cle = cleDe('changement', utilisateurId)
  return { ...PAR_COMPTE, cle, utilisateurId, ralentit: true }
}

/** Whence a code comes: an open session, a device that has given a right one, or any other. */
export type Voie = 'session' | Buffer | null

/** What the counters of codes begin with: nothing that forgets passwords touches them. */
const CODES = 'facteur'

/** Codes of a second factor: counted by account, so that another challenge gives no more tries. */
export function compteurDuFacteur(utilisateurId: number, voie: Voie): Compteur {
  const par = Buffer.isBuffer(voie) ? voie.toString('hex') : (voie ?? 'inconnu')
  const cle = cleDe(CODES, utilisateurId, par)
  return { ...PAR_COMPTE, cle, utilisateurId, refus: 'TROP_DE_CODES' }
}

/**
 * The day's total of an account's wrong codes, whatever their way. A device that has given a right
 * one stands apart: whoever has but the password spends this, and shuts its owner out nowhere else.
 */
export function compteurDuJour(utilisateurId: number): Compteur {
  const { parJour: maximum, jour } = FREIN_CODES
  const oubli: Compteur['oubli'] = (le) => sql<boolean>`(t.bloque_jusqua is not null
    or t.premier_le <= ${le} - make_interval(secs => ${jour / 1000}::float8))`
  const cle = cleDe(CODES, utilisateurId, 'jour')
  const refus = 'TROP_DE_CODES'
  return { ...PAR_COMPTE, cle, utilisateurId, maximum, attentes: [jour], oubli, refus }
}

const cleDe = (...morceaux: (string | number)[]) => sql<string>`${morceaux.join(':')}::text`

/** The wait, in seconds, that try `n` of a counter begins; null before its maximum. */
const finDe = ({ maximum, attentes }: Compteur, le: RawBuilder<Date>) => {
  const secondes = `{${attentes.map((ms) => ms / 1000).join(',')}}`
  const rang = sql`least(n - ${maximum}::integer + 1, ${attentes.length}::integer)`
  return sql`case when n >= ${maximum}::integer then
    ${le} + make_interval(secs => (${secondes}::float8[])[${rang}]) end`
}

/**
 * Counts a try as a failure before the password is looked at, in one statement of its own: a flood
 * of simultaneous tries gets no more than its share, and a refusal rolls nothing back. While the
 * counter waits, throws its refusal.
 */
async function updateTentative(db: Db, compteur: Compteur, maintenant: Date): Promise<Essai> {
  const { cle, utilisateurId = null, oubli, refus } = compteur
  const le = sql<Date>`${maintenant}::timestamptz`
  const { rows } = await sql<Essai>`
    insert into tentative as t (cle, utilisateur_id, echecs, premier_le, dernier_le)
    values (${cle}, ${utilisateurId}::integer, 1, ${le}, ${le})
    on conflict (cle) do update set (echecs, premier_le, dernier_le, bloque_jusqua) = (
      select n, case when n = 1 then ${le} else t.premier_le end, ${le}, ${finDe(compteur, le)}
      from (select case when ${oubli(le)} then 1 else t.echecs + 1 end as n) as suite)
    where t.bloque_jusqua is null or t.bloque_jusqua <= ${le}
    returning cle, echecs, premier_le, bloque_jusqua`.execute(db)
  if (rows[0]) return rows[0]
  const lu = await db
    .selectFrom('tentative')
    .select('bloqueJusqua')
    .where('cle', '=', cle)
    .executeTakeFirst()
  throw refuserAvant(refus, new Date(lu?.bloqueJusqua ?? maintenant), maintenant)
}

/** Takes back a try that was no failure: the password was right, or could not be verified. */
export async function reprendreTentative(db: Db, { cle }: Compteur): Promise<void> {
  await db
    .updateTable('tentative')
    .set((eb) => ({ echecs: sql`greatest(${eb.ref('echecs')} - 1, 0)`, bloqueJusqua: null }))
    .where('cle', '=', cle)
    .execute()
}

/** Forgets the failures of whoever has shown the right password. */
export async function deleteTentative(db: Db, { cle }: Compteur): Promise<void> {
  await db.deleteFrom('tentative').where('cle', '=', cle).execute()
}

/** When a try is made, and how what it is put off by is waited for. */
export type Quand = { maintenant: Date; attendre: Attendre }

/** Puts the answer off by so many ms. */
async function remettre(ms: number, attendre: Attendre): Promise<void> {
  TEMOINS.attente.publish(ms)
  await attendre(ms)
}

/** The fourth and the fifth each wait longer; the next ones have waited already. */
async function ralentir(essais: number, attendre: Attendre): Promise<void> {
  const retards = essais - FREIN.sansPause
  if (retards <= 0 || essais > FREIN.parCompte) return
  await remettre(FREIN.pause * 2 ** (retards - 1), attendre)
}

/**
 * Verifies a password, or a code, under these counters: the try is counted on each first, and taken
 * back when another counter waits or the verification could not be done. `essai` is that of the
 * last one, `frein` that of the first which waits from now on, should this try fail. Throws the
 * refusal of a counter that waits.
 */
export async function essayer(
  db: Db,
  compteurs: readonly Compteur[],
  { maintenant, attendre }: Quand,
  verifier: () => Promise<boolean>,
): Promise<{ juste: boolean; essai: Essai; frein: Essai | undefined }> {
  const comptes: Compteur[] = []
  let essai: Essai | undefined
  let frein: Essai | undefined
  try {
    for (const compteur of compteurs) {
      essai = await updateTentative(db, compteur, maintenant)
      comptes.push(compteur)
      if (essai.bloqueJusqua) frein ??= essai
      if (compteur.ralentit) await ralentir(essai.echecs, attendre)
    }
    if (!essai) throw new Error('aucun compteur')
    return { juste: await verifier(), essai, frein }
  } catch (echec) {
    for (const compteur of comptes) await reprendreTentative(db, compteur)
    throw echec
  }
}

type Titulaire = { id: number; identifiant: string }

/** The counters of codes; a condition of statements on `t`. */
const DE_CODES = sql<boolean>`t.cle like ${`${CODES}:%`}`

/**
 * Forgets every wrong password of an account, and lifts the waits that they brought about. Its
 * wrong codes stay: what lifts a wait comes by mail, which must not be worth the telephone.
 */
export async function deleteTentativesDuCompte(
  db: Db,
  { id, identifiant }: Titulaire,
): Promise<void> {
  await deleteTentative(db, compteurDuNom(identifiant))
  await sql`delete from tentative t
    where t.utilisateur_id = ${id}::integer and not ${DE_CODES}`.execute(db)
}

/** Forgets an account's wrong codes: the factor that they were tried on is gone. */
export async function deleteTentativesDuFacteur(db: Db, utilisateurId: number): Promise<void> {
  await sql`delete from tentative t
    where t.utilisateur_id = ${utilisateurId}::integer and ${DE_CODES}`.execute(db)
}

/** Whether one waits, after failures, before account `id` may be tried again. */
export async function findFreine(db: Db, id: number, le: Date): Promise<boolean> {
  const { rows } = await sql<{ freine: boolean }>`
    select ${estFreine(le)} as freine from utilisateur u where u.id = ${id}::integer`.execute(db)
  return rows[0]?.freine ?? false
}

/** Whether strangers wait before they may try account `u` again; a condition of statements. */
const estFermeAuxInconnus = (maintenant: Date) => sql<boolean>`exists (
  select from tentative t where t.bloque_jusqua > ${maintenant}::timestamptz
    and t.cle = 'compte:' || encode(sha256(convert_to(u.identifiant_tri, 'UTF8')), 'hex'))`

/**
 * Whether anyone does who gives passwords: strangers, one of its devices; a condition too. Not who
 * gives codes: unblocking would lift nothing of theirs.
 */
export const estFreine = (maintenant: Date) => sql<boolean>`(
  ${estFermeAuxInconnus(maintenant)} or exists (select from tentative t
    where t.utilisateur_id = u.id and t.bloque_jusqua > ${maintenant}::timestamptz
      and not ${DE_CODES}))`

/**
 * Whether this account of the central directorate is active while no other one is open to whoever
 * has not signed in by it before: nobody would be left to unblock the others. The same work is done
 * for whatever id.
 */
export async function estDernierOuvert(db: Db, id: number, maintenant: Date): Promise<boolean> {
  const dpps = sql`u.statut = 'ACTIF' and 'ROLE_DPPS' = any (u.roles)`
  const { rows } = await sql<{ dernier: boolean }>`select
    exists (select from utilisateur u where u.id = ${id}::integer and ${dpps})
    and not exists (select from utilisateur u where u.id <> ${id}::integer and ${dpps}
      and not ${estFermeAuxInconnus(maintenant)}) as dernier`.execute(db)
  return rows[0]?.dernier ?? false
}

/** Removes the counters of old tries, which say nothing any more. */
export async function deleteTentativesAnciennes(db: Db, maintenant: Date): Promise<void> {
  await sql`delete from tentative
    where dernier_le < ${maintenant}::timestamptz - interval '1 day'`.execute(db)
}

/** So many demands in so many milliseconds, counted from the first. */
type Quota = { maximum: number; fenetre: number }

/**
 * Counts a demand that anyone may make, under a name of the caller's choice (`contact:‹address›`).
 * Give it the plain handle, not a transaction: demands made all at once get no more than their
 * share, and a failure that follows takes none back. A refusal counts nothing and puts nothing off.
 * @throws TROP_DE_DEMANDES with the seconds until the window ends.
 */
export async function compterDemande(
  db: Db,
  nom: string,
  quota: Quota,
  maintenant: Date,
): Promise<void> {
  const cle = `demande:${nom}`
  const le = sql`${maintenant}::timestamptz`
  const debut = sql`${new Date(maintenant.getTime() - quota.fenetre)}::timestamptz`
  const { rows } = await sql<{ echecs: number }>`
    insert into tentative as t (cle, echecs, premier_le, dernier_le)
    values (${cle}, 1, ${le}, ${le})
    on conflict (cle) do update set
      echecs = case when t.premier_le <= ${debut} then 1 else t.echecs + 1 end,
      premier_le = case when t.premier_le <= ${debut} then ${le} else t.premier_le end,
      dernier_le = ${le}
    where t.premier_le <= ${debut} or t.echecs < ${quota.maximum}::integer
    returning echecs`.execute(db)
  if (rows[0]) return
  const compteur = await db
    .selectFrom('tentative')
    .select('premierLe')
    .where('cle', '=', cle)
    .executeTakeFirst()
  const premierLe = new Date(compteur?.premierLe ?? maintenant).getTime()
  throw refuserAvant('TROP_DE_DEMANDES', new Date(premierLe + quota.fenetre), maintenant)
}

/**
 * Lets one try pass where all else waits, each address in its turn: whoever has a mailed
 * password, or the last open account of the central directorate, is then only slowed. Waits for the
 * turn; false at once when too many of this address are before. Done alike for every name, so that
 * it tells nothing of any.
 */
export async function attendrePassage(
  db: Db,
  adresse: string,
  { maintenant, attendre }: Quand,
): Promise<boolean> {
  const le = sql`${maintenant}::timestamptz`
  const ecart = sql`make_interval(secs => ${PASSAGE.ecart / 1000}::float8)`
  const file = sql`make_interval(secs => ${PASSAGE.file / 1000}::float8)`
  const { rows } = await sql<{ attente: number }>`
    insert into tentative as t (cle, echecs, premier_le, dernier_le, bloque_jusqua)
    values (${`passage:${adresse}`}, 0, ${le}, ${le}, ${le} + ${ecart})
    on conflict (cle) do update set dernier_le = ${le},
      bloque_jusqua = greatest(t.bloque_jusqua, ${le}) + ${ecart}
    where t.bloque_jusqua <= ${le} + ${file}
    returning extract(epoch from bloque_jusqua - ${ecart} - ${le})::float8 * 1000 as attente
    `.execute(db)
  if (!rows[0]) return false
  await remettre(rows[0].attente, attendre)
  return true
}
