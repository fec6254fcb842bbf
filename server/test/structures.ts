import { sql } from 'kysely'
import type { Db } from '../src/platform/route.ts'
import {
  type EtatDate,
  type EtatGarde,
  ecrireTranches,
  listIds,
  listTranches,
  SANS_FIN,
} from '../src/structure/periode.sql.ts'
import { changerPlage } from '../src/structure/periode.ts'

/** Which structures: these codes; all of them unless told. */
export type Codes = readonly string[]

/** Structures have always been so: what is dated of their records changes in every month. */
export async function changerDepuisToujours(
  db: Db,
  { postesReference, ...etat }: Partial<EtatGarde>,
  codes?: Codes,
): Promise<void> {
  await db
    .updateTable('structurePeriode')
    .set({ ...etat, ...(postesReference && { postesReference: JSON.stringify(postesReference) }) })
    .where(
      codes
        ? sql<boolean>`structure_id in (select id from structure where code = any(${[...codes]}))`
        : sql<boolean>`true`,
    )
    .execute()
}

/** A structure is otherwise from this month on. */
export async function changerDepuis(
  db: Db,
  { code, rang }: { code: string; rang: number },
  voulu: Partial<EtatDate>,
): Promise<void> {
  const { id } = await db
    .selectFrom('structure')
    .select('id')
    .where('code', '=', code)
    .executeTakeFirstOrThrow()
  const plage = { du: rang, au: SANS_FIN }
  // Its rows are a chain at the end of a transaction only.
  await db.transaction().execute(async (tr) => {
    const tranches = (await listTranches(tr, [code])).get(code) ?? []
    const changees = changerPlage(tranches, plage, (etat) => ({ ...etat, ...voulu }))
    const parents = changees.flatMap(({ parent }) => parent ?? [])
    await ecrireTranches(tr, id, changees, await listIds(tr, parents))
  })
}
