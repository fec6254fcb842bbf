import type { Duree } from '@releve/contract/modele/rythme.ts'
import { sql } from 'kysely'
import type { Fragment } from '../platform/liste.ts'
import type { Db } from '../platform/route.ts'

/** The first and last days of a month, as a statement has them. */
type JoursDuMois = { premier: Fragment; dernier: Fragment }

/** Whether structure `s` stands in that month: from the month it opens to the one it closes. */
export const dansSesDatesSql = ({ premier, dernier }: JoursDuMois) => sql<boolean>`(
    s.etat <> 'INVITEE'
    and s.date_ouverture <= ${dernier}
    and (s.date_fermeture is null or s.date_fermeture >= ${premier})
  )`

/** Whether interruption `i` takes the whole of that month. */
export const interromptSql = ({ premier, dernier }: JoursDuMois) =>
  sql<boolean>`(i.du <= ${premier} and coalesce(i.au, 'infinity') >= ${dernier})`

/**
 * Whether structure `s` is expected to report for the month of rank `rang` (docs/conception.md, 2): open
 * all through, neither invited nor suspended for the whole of it. The model's part is the caller's.
 */
export function estOuverteSql(rang: number) {
  const premier = sql`make_date(${rang}::int / 12, ${rang}::int % 12 + 1, 1)`
  const dernier = sql`(${premier} + interval '1 month' - interval '1 day')::date`
  return sql<boolean>`(
    ${dansSesDatesSql({ premier, dernier })}
    and not exists (
      select 1 from structure_interruption i
      where i.structure_id = s.id and ${interromptSql({ premier, dernier })}
    )
  )`
}

/** No reopening that somebody ended counts; one without end lasts until somebody does. */
const TERME = sql`least(coalesce(o.jusqua, 'infinity'), date '9999-12-31')`

/** Last day on which this month is open again for this structure; null: it never was. */
export const rouvertJusquaSql = (structureId: Fragment, rang: Fragment) => sql<string | null>`(
  select max(${TERME})::text from reouverture o
  where o.structure_id = ${structureId} and o.rang = ${rang} and o.terminee_le is null)`

/** The months of which there is a form, as ranks, each with how many months one of them covers. */
export function listRangs(db: Db): Promise<{ rang: number; couverts: Duree }[]> {
  return db
    .selectFrom('formulaire as f')
    .innerJoin('modele as m', 'm.id', 'f.modeleId')
    .select(['f.rang', 'm.moisCouverts as couverts'])
    .distinct()
    .execute()
}
