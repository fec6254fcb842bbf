import type { Duree } from '@releve/contract/modele/rythme.ts'
import { sql } from 'kysely'
import type { Fragment } from '../platform/liste.ts'
import type { Db } from '../platform/route.ts'

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
