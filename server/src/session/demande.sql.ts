import { sql as texte } from 'kysely'
import type { Sql } from '../platform/route.ts'
import { refuserAvant } from './attente.ts'

/** So many demands in so many milliseconds, counted from the first. */
type Quota = { maximum: number; fenetre: number }

/**
 * Counts a demand that anyone may make, under a name of the caller's choice (`contact:‹address›`).
 * Give it the plain handle, not a transaction: demands made all at once get no more than their
 * share, and a failure that follows takes none back. A refusal counts nothing and puts nothing off.
 * @throws TROP_DE_DEMANDES with the seconds until the window ends.
 */
export async function compterDemande(
  sql: Sql,
  nom: string,
  quota: Quota,
  maintenant: Date,
): Promise<void> {
  const cle = `demande:${nom}`
  const le = texte`${maintenant}::timestamptz`
  const debut = texte`${new Date(maintenant.getTime() - quota.fenetre)}::timestamptz`
  const { rows } = await texte<{ echecs: number }>`
    insert into tentative as t (cle, echecs, premier_le, dernier_le)
    values (${cle}, 1, ${le}, ${le})
    on conflict (cle) do update set
      echecs = case when t.premier_le <= ${debut} then 1 else t.echecs + 1 end,
      premier_le = case when t.premier_le <= ${debut} then ${le} else t.premier_le end,
      dernier_le = ${le}
    where t.premier_le <= ${debut} or t.echecs < ${quota.maximum}::integer
    returning echecs`.execute(sql)
  if (rows[0]) return
  const compteur = await sql
    .selectFrom('tentative')
    .select('premierLe')
    .where('cle', '=', cle)
    .executeTakeFirst()
  const premierLe = new Date(compteur?.premierLe ?? maintenant).getTime()
  throw refuserAvant('TROP_DE_DEMANDES', new Date(premierLe + quota.fenetre), maintenant)
}
