import { sql as texte } from 'kysely'
import { erreur } from '../platform/erreur.ts'
import type { Sql } from '../platform/route.ts'
import { FREIN } from './session.regles.ts'

/** What is counted, and how many failures it may have. */
export type Compteur = { cle: string; maximum: number }

/**
 * Counter of a name as typed, known or not. Folded by the base exactly as names are looked up, so
 * that no other spelling of it gives more tries; hashed, for people type passwords there too.
 */
export async function compteurDuNom(sql: Sql, identifiant: string): Promise<Compteur> {
  const { rows } = await texte<{ cle: string }>`
    select 'compte:' || encode(sha256(convert_to(sans_accent(${identifiant}), 'UTF8')), 'hex')
      as cle`.execute(sql)
  return { cle: rows[0]?.cle ?? 'compte:', maximum: FREIN.parCompte }
}

export function compteurDeLAdresse(adresse: string): Compteur {
  return { cle: `adresse:${adresse}`, maximum: FREIN.parAdresse }
}

/** Changing a password asks for the current one: its own counter, so that it never locks sign-in. */
export function compteurDuChangement(utilisateurId: number): Compteur {
  return { cle: `changement:${utilisateurId}`, maximum: FREIN.parCompte }
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
export async function updateTentative(
  sql: Sql,
  { cle, maximum }: Compteur,
  maintenant: Date,
): Promise<number> {
  const debut = new Date(maintenant.getTime() - FREIN.fenetre)
  const fin = new Date(maintenant.getTime() + FREIN.blocage)
  const { rows } = await texte<{ echecs: number }>`
    insert into tentative as t (cle, echecs, premier_le, dernier_le)
    values (${cle}, 1, ${maintenant}, ${maintenant})
    on conflict (cle) do update set (echecs, premier_le, dernier_le, bloque_jusqua) = (
      select n, case when n = 1 then ${maintenant} else t.premier_le end, ${maintenant},
        case when n >= ${maximum}::integer then ${fin}::timestamptz end
      from (select case when t.bloque_jusqua is not null or t.premier_le <= ${debut} then 1
        else t.echecs + 1 end as n) as suite)
    where t.bloque_jusqua is null or t.bloque_jusqua <= ${maintenant}
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
export async function deleteTentative(sql: Sql, { cle }: Compteur): Promise<void> {
  await sql
    .updateTable('tentative')
    .set((eb) => ({ echecs: texte`greatest(${eb.ref('echecs')} - 1, 0)`, bloqueJusqua: null }))
    .where('cle', '=', cle)
    .execute()
}

/** Forgets the failures of whoever has shown the right password. */
export async function deleteTentatives(sql: Sql, { cle }: Compteur): Promise<void> {
  await sql.deleteFrom('tentative').where('cle', '=', cle).execute()
}
