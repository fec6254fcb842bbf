import { sql } from 'kysely'
import type { Fragment } from '../platform/liste.ts'

/**
 * How many times the report of a structure, a model and a month (rank) was reminded, and when last:
 * `nombre`, `dernier` (`AAAA-MM-JJ`, null: never). To be joined laterally, where those three are
 * columns: `left join lateral ${rappels(…)} r on true`.
 */
export const rappels = (structureId: Fragment, modeleCode: Fragment, rang: Fragment): Fragment =>
  sql`(select count(*)::int as nombre, max(x.jour)::text as dernier from relance x
    where x.structure_id = ${structureId} and x.modele_code = ${modeleCode} and x.rang = ${rang})`
