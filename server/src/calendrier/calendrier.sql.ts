import type { Calendrier } from '@releve/contract/calendrier/calendrier.rules.ts'
import { sql as texte } from 'kysely'
import type { Sql } from '../platform/route.ts'

/** Settings that the life of a form depends on. */
export type Reglages = Calendrier & {
  /** Four eyes: whoever validates does not approve. */
  doubleRegard: boolean
}

const DEFAUTS: Reglages = { jourEcheance: 5, joursFeries: [], fuseau: 'UTC', doubleRegard: true }

/** The settings as stored (`parametre`), over their defaults. */
export function reglagesDe(stockes: object | null): Reglages {
  return { ...DEFAUTS, ...stockes }
}

/** One object of every setting: fits as a column in a statement that loads something else. */
export const reglagesStockes = texte<
  object | null
>`(select jsonb_object_agg(cle, valeur) from parametre)`

/** Every setting as stored, by key. */
export async function findTousReglages(sql: Sql): Promise<Record<string, unknown>> {
  const ligne = await sql.selectNoFrom(reglagesStockes.as('reglages')).executeTakeFirst()
  return { ...ligne?.reglages }
}

export async function findReglages(sql: Sql): Promise<Reglages> {
  return reglagesDe(await findTousReglages(sql))
}

/** Writes the settings that are not there yet; never changes one. */
export async function installerReglages(sql: Sql, reglages: object): Promise<void> {
  const lignes = Object.entries(reglages).map(([cle, valeur]) => ({
    cle,
    valeur: JSON.stringify(valeur),
  }))
  await sql
    .insertInto('parametre')
    .values(lignes)
    .onConflict((oc) => oc.doNothing())
    .execute()
}

/**
 * Whether structure `s` is expected to report for the month of rank `rang` (conception §2): open
 * all through, neither invited nor suspended for the whole of it. The model's part is the caller's.
 */
export function estOuverteSql(rang: number) {
  const premier = texte`make_date(${Math.floor(rang / 12)}::int, ${(rang % 12) + 1}::int, 1)`
  const dernier = texte`(${premier} + interval '1 month' - interval '1 day')::date`
  return texte<boolean>`(
    s.etat <> 'INVITEE'
    and date_trunc('month', s.date_ouverture)::date <= ${premier}
    and (s.date_fermeture is null or s.date_fermeture >= ${premier})
    and not exists (
      select 1 from structure_interruption i
      where i.structure_id = s.id and i.du <= ${premier} and coalesce(i.au, 'infinity') >= ${dernier}
    )
  )`
}
