import { setTimeout as attendre } from 'node:timers/promises'
import { type RawBuilder, sql as texte } from 'kysely'
import { erreur } from '../platform/erreur.ts'
import type { Sql } from '../platform/route.ts'
import { FREIN } from './session.regles.ts'

/** What is counted, how many failures it may have in `fenetre`, and how long it is then blocked. */
type Compteur = {
  cle: RawBuilder<string>
  maximum: number
  fenetre: number
  /** In milliseconds; null: until somebody lifts it. */
  blocage: number | null
  /** Its failures slow the answers down. */
  ralentit?: true
}

const COURT = { fenetre: FREIN.fenetre, blocage: FREIN.blocage }
/** Later than any clock. */
const JAMAIS = new Date('9999-12-31T00:00:00Z')

/**
 * Counter of a name as typed, known or not. Folded by the base exactly as names are looked up, so
 * that no other spelling of it gives more tries; hashed, for people type passwords there too.
 */
export function compteurDuNom(identifiant: string): Compteur {
  const cle = texte<string>`'compte:' || ${empreinteDuNom(identifiant)}`
  return { ...COURT, cle, maximum: FREIN.parCompte, ralentit: true }
}

const empreinteDuNom = (identifiant: string) =>
  texte`encode(sha256(convert_to(sans_accent(${identifiant}), 'UTF8')), 'hex')`

/** The same name over a day: once full, an administrator lifts it, and no password does. */
export function verrouDuNom(identifiant: string): Compteur {
  const cle = texte<string>`'verrou:' || ${empreinteDuNom(identifiant)}`
  return { cle, maximum: FREIN.avantVerrou, fenetre: FREIN.fenetreVerrou, blocage: null }
}

export function compteurDeLAdresse(adresse: string): Compteur {
  return { ...COURT, cle: texte<string>`${`adresse:${adresse}`}::text`, maximum: FREIN.parAdresse }
}

/** Changing a password asks for the current one: its own counter, so that it never locks sign-in. */
export function compteurDuChangement(utilisateurId: number): Compteur {
  const cle = texte<string>`${`changement:${utilisateurId}`}::text`
  return { ...COURT, cle, maximum: FREIN.parCompte, ralentit: true }
}

/** Codes of a second factor: counted by account, so that another challenge gives no more tries. */
export function compteurDuFacteur(utilisateurId: number): Compteur {
  const cle = texte<string>`${`facteur:${utilisateurId}`}::text`
  return { ...COURT, cle, maximum: FREIN.parCompte }
}

function refuser(finBlocage: Date, maintenant: Date): never {
  const secondes = Math.max(1, Math.ceil((finBlocage.getTime() - maintenant.getTime()) / 1000))
  const minutes = Math.ceil(secondes / 60)
  throw erreur(
    'TROP_DE_TENTATIVES',
    { minutes: `${minutes} minute${minutes > 1 ? 's' : ''}` },
    { attente: secondes },
  )
}

/**
 * Counts a try as a failure before the password is looked at, in one statement of its own: a flood
 * of simultaneous tries gets no more than its share, and a refusal rolls nothing back. Returns the
 * tries so far, this one included. While the counter is blocked, throws `TROP_DE_TENTATIVES`, or
 * `COMPTE_VERROUILLE` when no time lifts it.
 */
async function updateTentative(
  sql: Sql,
  { cle, maximum, fenetre, blocage }: Compteur,
  maintenant: Date,
): Promise<number> {
  const le = texte`${maintenant}::timestamptz`
  const debut = new Date(maintenant.getTime() - fenetre)
  const fin = blocage === null ? JAMAIS : new Date(maintenant.getTime() + blocage)
  const { rows } = await texte<{ echecs: number }>`
    insert into tentative as t (cle, echecs, premier_le, dernier_le)
    values (${cle}, 1, ${le}, ${le})
    on conflict (cle) do update set (echecs, premier_le, dernier_le, bloque_jusqua) = (
      select n, case when n = 1 then ${le} else t.premier_le end, ${le},
        case when n >= ${maximum}::integer then ${fin}::timestamptz end
      from (select case when t.bloque_jusqua is not null or t.premier_le <= ${debut} then 1
        else t.echecs + 1 end as n) as suite)
    where t.bloque_jusqua is null or t.bloque_jusqua <= ${le}
    returning echecs`.execute(sql)
  if (rows[0]) return rows[0].echecs
  if (blocage === null) throw erreur('COMPTE_VERROUILLE')
  const lu = await sql
    .selectFrom('tentative')
    .select('bloqueJusqua')
    .where('cle', '=', cle)
    .executeTakeFirst()
  return refuser(new Date(lu?.bloqueJusqua ?? fin), maintenant)
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

/** Each try after the third waits longer than the one before. */
async function ralentir(essais: number): Promise<void> {
  const retards = essais - FREIN.sansPause
  if (retards > 0) await attendre(FREIN.pause * 2 ** (retards - 1))
}

/**
 * Verifies a password under these counters: the try is counted on each first, and taken back when
 * another counter is blocked or the verification could not be done. `essais` is that of the counter
 * that slows answers down. Throws `TROP_DE_TENTATIVES`, `COMPTE_VERROUILLE`.
 */
export async function essayer(
  sql: Sql,
  compteurs: readonly Compteur[],
  maintenant: Date,
  verifier: () => Promise<boolean>,
): Promise<{ juste: boolean; essais: number }> {
  const comptes: Compteur[] = []
  let essais = 0
  try {
    for (const compteur of compteurs) {
      const nombre = await updateTentative(sql, compteur, maintenant)
      if (compteur.ralentit) essais = nombre
      comptes.push(compteur)
    }
    await ralentir(essais)
    return { juste: await verifier(), essais }
  } catch (echec) {
    for (const compteur of comptes) await reprendreTentative(sql, compteur)
    throw echec
  }
}

/** Whether somebody must lift the lock of this name before anyone signs in by it. */
export async function estVerrouille(sql: Sql, identifiant: string): Promise<boolean> {
  const { cle } = verrouDuNom(identifiant)
  const verrou = await sql
    .selectFrom('tentative')
    .select('echecs')
    .where('cle', '=', cle)
    .where('bloqueJusqua', 'is not', null)
    .executeTakeFirst()
  return verrou !== undefined
}

/** Forgets the failures of a name, and lifts what they brought about. */
export async function deleteTentativesDuNom(sql: Sql, identifiant: string): Promise<void> {
  await deleteTentative(sql, compteurDuNom(identifiant))
  await deleteTentative(sql, verrouDuNom(identifiant))
}

/** Whether sign-in by this name waits, or is locked, after failures. */
export async function findFreine(sql: Sql, identifiant: string, le: Date): Promise<boolean> {
  const { rows } = await texte<{ freine: boolean }>`select ${estFreine(le)} as freine
    from (select sans_accent(${identifiant}) as identifiant_tri) as u`.execute(sql)
  return rows[0]?.freine ?? false
}

/** Whether sign-in of account `u` waits, or is locked, after failures; a condition of statements. */
export const estFreine = (maintenant: Date) => texte<boolean>`exists (
  select 1 from (select encode(sha256(convert_to(u.identifiant_tri, 'UTF8')), 'hex') as nom) as e
  join tentative t on t.cle in ('compte:' || e.nom, 'verrou:' || e.nom)
  where t.bloque_jusqua > ${maintenant}::timestamptz)`

/**
 * Removes the counters of old tries. A locked name stays so; for thirty days when nobody bears it,
 * so that it looks like any other and does not fill the base.
 */
export async function deleteTentativesAnciennes(sql: Sql, maintenant: Date): Promise<void> {
  const le = texte`${maintenant}::timestamptz`
  await texte`delete from tentative t
    where t.dernier_le < ${le} - interval '1 day'
      and (t.cle not like 'verrou:%' or t.bloque_jusqua is null
        or (t.dernier_le < ${le} - interval '30 days' and not exists (
          select 1 from utilisateur u where t.cle =
            'verrou:' || encode(sha256(convert_to(u.identifiant_tri, 'UTF8')), 'hex'))))`.execute(
    sql,
  )
}
