import { setTimeout as attendre } from 'node:timers/promises'
import { type RawBuilder, sql as texte } from 'kysely'
import type { Sql } from '../platform/route.ts'
import { refuserAvant } from './attente.ts'
import { FREIN, FREIN_ADRESSE } from './session.regles.ts'

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
    texte<boolean>`t.dernier_le <= ${le} - make_interval(secs => ${FREIN.oubli / 1000}::float8)`,
  refus: 'TROP_DE_TENTATIVES',
} as const

/**
 * Counter of what strangers try on a name as typed, known or not. Folded by the base exactly as
 * names are looked up, so that no other spelling of it gives more tries; hashed, for people type
 * passwords there too.
 */
export function compteurDuNom(identifiant: string): Compteur {
  const cle = texte<string>`'compte:' ||
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
  const oubli: Compteur['oubli'] = (le) => texte<boolean>`(t.bloque_jusqua is not null
    or t.premier_le <= ${le} - make_interval(secs => ${fenetre / 1000}::float8))`
  const cle = cleDe('adresse', adresse)
  return { ...PAR_COMPTE, cle, maximum, attentes: [blocage], oubli }
}

/** Changing a password asks for the current one: its own counter, so that it never bars sign-in. */
export function compteurDuChangement(utilisateurId: number): Compteur {
  const cle = cleDe('changement', utilisateurId)
  return { ...PAR_COMPTE, cle, utilisateurId, ralentit: true }
}

/** Whence a code comes: an open session, a device that has signed in before, or a stranger. */
export type Voie = 'session' | Buffer | null

/** Codes of a second factor: counted by account, so that another challenge gives no more tries. */
export function compteurDuFacteur(utilisateurId: number, voie: Voie): Compteur {
  const par = Buffer.isBuffer(voie) ? voie.toString('hex') : (voie ?? 'inconnu')
  const cle = cleDe('facteur', utilisateurId, par)
  return { ...PAR_COMPTE, cle, utilisateurId, refus: 'TROP_DE_CODES' }
}

const cleDe = (...morceaux: (string | number)[]) => texte<string>`${morceaux.join(':')}::text`

/** The wait, in seconds, that try `n` of a counter begins; null before its maximum. */
const finDe = ({ maximum, attentes }: Compteur, le: RawBuilder<Date>) => {
  const secondes = `{${attentes.map((ms) => ms / 1000).join(',')}}`
  const rang = texte`least(n - ${maximum}::integer + 1, ${attentes.length}::integer)`
  return texte`case when n >= ${maximum}::integer then
    ${le} + make_interval(secs => (${secondes}::float8[])[${rang}]) end`
}

/**
 * Counts a try as a failure before the password is looked at, in one statement of its own: a flood
 * of simultaneous tries gets no more than its share, and a refusal rolls nothing back. While the
 * counter waits, throws its refusal.
 */
async function updateTentative(sql: Sql, compteur: Compteur, maintenant: Date): Promise<Essai> {
  const { cle, utilisateurId = null, oubli, refus } = compteur
  const le = texte<Date>`${maintenant}::timestamptz`
  const { rows } = await texte<Essai>`
    insert into tentative as t (cle, utilisateur_id, echecs, premier_le, dernier_le)
    values (${cle}, ${utilisateurId}::integer, 1, ${le}, ${le})
    on conflict (cle) do update set (echecs, premier_le, dernier_le, bloque_jusqua) = (
      select n, case when n = 1 then ${le} else t.premier_le end, ${le}, ${finDe(compteur, le)}
      from (select case when ${oubli(le)} then 1 else t.echecs + 1 end as n) as suite)
    where t.bloque_jusqua is null or t.bloque_jusqua <= ${le}
    returning cle, echecs, premier_le, bloque_jusqua`.execute(sql)
  if (rows[0]) return rows[0]
  const lu = await sql
    .selectFrom('tentative')
    .select('bloqueJusqua')
    .where('cle', '=', cle)
    .executeTakeFirst()
  throw refuserAvant(refus, new Date(lu?.bloqueJusqua ?? maintenant), maintenant)
}

/** Takes back a try that was no failure: the password was right, or could not be verified. */
export async function reprendreTentative(sql: Sql, { cle }: Compteur): Promise<void> {
  await sql
    .updateTable('tentative')
    .set((eb) => ({ echecs: texte`greatest(${eb.ref('echecs')} - 1, 0)`, bloqueJusqua: null }))
    .where('cle', '=', cle)
    .execute()
}

/** Forgets the failures of whoever has shown the right password. */
export async function deleteTentative(sql: Sql, { cle }: Compteur): Promise<void> {
  await sql.deleteFrom('tentative').where('cle', '=', cle).execute()
}

/** The fourth and the fifth each wait longer; the next ones have waited already. */
async function ralentir(essais: number): Promise<void> {
  const retards = essais - FREIN.sansPause
  if (retards > 0 && essais <= FREIN.parCompte) await attendre(FREIN.pause * 2 ** (retards - 1))
}

/**
 * Verifies a password, or a code, under these counters: the try is counted on each first, and taken
 * back when another counter waits or the verification could not be done. `essai` is that of the
 * last one. Throws the refusal of a counter that waits.
 */
export async function essayer(
  sql: Sql,
  compteurs: readonly Compteur[],
  maintenant: Date,
  verifier: () => Promise<boolean>,
): Promise<{ juste: boolean; essai: Essai }> {
  const comptes: Compteur[] = []
  let essai: Essai | undefined
  try {
    for (const compteur of compteurs) {
      essai = await updateTentative(sql, compteur, maintenant)
      comptes.push(compteur)
      if (compteur.ralentit) await ralentir(essai.echecs)
    }
    if (!essai) throw new Error('aucun compteur')
    return { juste: await verifier(), essai }
  } catch (echec) {
    for (const compteur of comptes) await reprendreTentative(sql, compteur)
    throw echec
  }
}

type Titulaire = { id: number; identifiant: string }

/** Forgets every failure of an account, and lifts the waits that they brought about. */
export async function deleteTentativesDuCompte(
  sql: Sql,
  { id, identifiant }: Titulaire,
): Promise<void> {
  await deleteTentative(sql, compteurDuNom(identifiant))
  await sql.deleteFrom('tentative').where('utilisateurId', '=', id).execute()
}

/** Whether one waits, after failures, before account `id` may be tried again. */
export async function findFreine(sql: Sql, id: number, le: Date): Promise<boolean> {
  const { rows } = await texte<{ freine: boolean }>`
    select ${estFreine(le)} as freine from utilisateur u where u.id = ${id}::integer`.execute(sql)
  return rows[0]?.freine ?? false
}

/** Whether strangers wait before they may try account `u` again; a condition of statements. */
const estFermeAuxInconnus = (maintenant: Date) => texte<boolean>`exists (
  select from tentative t where t.bloque_jusqua > ${maintenant}::timestamptz
    and t.cle = 'compte:' || encode(sha256(convert_to(u.identifiant_tri, 'UTF8')), 'hex'))`

/** Whether anyone does: strangers, one of its devices, whoever gives codes; a condition too. */
export const estFreine = (maintenant: Date) => texte<boolean>`(
  ${estFermeAuxInconnus(maintenant)} or exists (select from tentative t
    where t.utilisateur_id = u.id and t.bloque_jusqua > ${maintenant}::timestamptz))`

/**
 * Whether this account of the central directorate is active while no other one is open to whoever
 * has not signed in by it before: nobody would be left to unblock the others. The same work is done
 * for whatever id.
 */
export async function estDernierOuvert(sql: Sql, id: number, maintenant: Date): Promise<boolean> {
  const dpps = texte`u.statut = 'ACTIF' and 'ROLE_DPPS' = any (u.roles)`
  const { rows } = await texte<{ dernier: boolean }>`select
    exists (select from utilisateur u where u.id = ${id}::integer and ${dpps})
    and not exists (select from utilisateur u where u.id <> ${id}::integer and ${dpps}
      and not ${estFermeAuxInconnus(maintenant)}) as dernier`.execute(sql)
  return rows[0]?.dernier ?? false
}

/** Removes the counters of old tries, which say nothing any more. */
export async function deleteTentativesAnciennes(sql: Sql, maintenant: Date): Promise<void> {
  await texte`delete from tentative
    where dernier_le < ${maintenant}::timestamptz - interval '1 day'`.execute(sql)
}
