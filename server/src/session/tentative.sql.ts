import { setTimeout as attendre } from 'node:timers/promises'
import { type RawBuilder, sql as texte } from 'kysely'
import { erreur } from '../platform/erreur.ts'
import type { Sql } from '../platform/route.ts'
import { FREIN } from './session.regles.ts'

/** What is counted, and how many failures it may have. */
type Compteur = { cle: RawBuilder<string>; maximum: number }

/**
 * Counter of a name as typed, known or not. Folded by the base exactly as names are looked up, so
 * that no other spelling of it gives more tries; hashed, for people type passwords there too.
 */
export function compteurDuNom(identifiant: string): Compteur {
  const empreinte = texte`encode(sha256(convert_to(sans_accent(${identifiant}), 'UTF8')), 'hex')`
  return { cle: texte<string>`'compte:' || ${empreinte}`, maximum: FREIN.parCompte }
}

export function compteurDeLAdresse(adresse: string): Compteur {
  return { cle: texte<string>`${`adresse:${adresse}`}::text`, maximum: FREIN.parAdresse }
}

/** Changing a password asks for the current one: its own counter, so that it never locks sign-in. */
export function compteurDuChangement(utilisateurId: number): Compteur {
  return { cle: texte<string>`${`changement:${utilisateurId}`}::text`, maximum: FREIN.parCompte }
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
 * tries so far, this one included. Throws `TROP_DE_TENTATIVES` while the counter is blocked.
 */
async function updateTentative(
  sql: Sql,
  { cle, maximum }: Compteur,
  maintenant: Date,
): Promise<number> {
  const le = texte`${maintenant}::timestamptz`
  const debut = new Date(maintenant.getTime() - FREIN.fenetre)
  const fin = new Date(maintenant.getTime() + FREIN.blocage)
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
  const blocage = await sql
    .selectFrom('tentative')
    .select('bloqueJusqua')
    .where('cle', '=', cle)
    .executeTakeFirst()
  return refuser(new Date(blocage?.bloqueJusqua ?? fin), maintenant)
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
 * another counter is blocked or the verification could not be done. `essais` is the last counter's.
 * Throws `TROP_DE_TENTATIVES`.
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
      essais = await updateTentative(sql, compteur, maintenant)
      comptes.push(compteur)
    }
    await ralentir(essais)
    return { juste: await verifier(), essais }
  } catch (echec) {
    for (const compteur of comptes) await reprendreTentative(sql, compteur)
    throw echec
  }
}
