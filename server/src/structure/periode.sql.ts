import { sql } from 'kysely'
import type { Fragment } from '../platform/liste.ts'
import type { Db } from '../platform/route.ts'

/** The last month of what nothing follows. */
export const SANS_FIN = 2_147_483_647

/** The fields that are true from a month on, as the base keeps them: the parent is an id. */
export type EtatDate = {
  typeStructure: string
  region: string
  parentId: number | null
  capacite: number | null
  capaciteTheorique: number | null
  postesReference: Record<string, number>
  modeles: string[]
}

/** What holds from a month to another, both included, as ranks. */
export type Tranche = EtatDate & { du: number; au: number }

/**
 * Joins what was true of a structure in a month, as `e`: one row, for each structure and each month
 * has its own (docs/decisions/0094). `structure`: a column that holds its id.
 */
export const joindreEtatSql = (rang: Fragment, structure: Fragment = sql`s.id`): Fragment =>
  sql`join structure_periode e on e.structure_id = ${structure}
    and e.du <= ${rang} and e.au >= ${rang}`

/** The columns of what is dated. */
export const COLONNES_DATEES = [
  'typeStructure',
  'region',
  'parentId',
  'capacite',
  'capaciteTheorique',
  'postesReference',
  'modeles',
] as const satisfies readonly (keyof EtatDate)[]

/** All that is recorded of a structure, the oldest first. */
export async function listTranches(db: Db, structureId: number): Promise<Tranche[]> {
  return db
    .selectFrom('structurePeriode')
    .select(['du', 'au', ...COLONNES_DATEES])
    .where('structureId', '=', structureId)
    .orderBy('du')
    .execute()
}

/** Replaces all that is recorded of a structure; the base refuses a gap or an overlap. */
export async function ecrireTranches(
  db: Db,
  structureId: number,
  tranches: readonly Tranche[],
): Promise<void> {
  await db.deleteFrom('structurePeriode').where('structureId', '=', structureId).execute()
  await db
    .insertInto('structurePeriode')
    .values(
      tranches.map(({ postesReference, ...tranche }) => ({
        ...tranche,
        structureId,
        postesReference: JSON.stringify(postesReference),
      })),
    )
    .execute()
}
