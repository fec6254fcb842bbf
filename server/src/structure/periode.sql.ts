import { CHAMPS_DATES, type ChampDate } from '@releve/contract/structure/structure.champs.ts'
import type { FicheStructure } from '@releve/contract/structure/structure.schema.ts'
import { sql } from 'kysely'
import type { Fragment } from '../platform/liste.ts'
import type { Db } from '../platform/route.ts'

/** The last month of what nothing follows. */
export const SANS_FIN = 2_147_483_647

/** What is true of a structure in a month, as one enters it: the parent is a code. */
export type EtatDate = Pick<FicheStructure, ChampDate>

/** The same as the base keeps it: the parent is an id. */
export type EtatGarde = Omit<EtatDate, 'parent'> & { parentId: number | null }

/** The months from `du` to `au`, both included, as ranks. */
export type Plage = { du: number; au: number }

/** What holds over a stretch of months. */
export type Tranche = EtatDate & Plage

/**
 * Whether a row that has `du` and `au` holds in one of these months, as PostgreSQL expects of it:
 * true of nearly every row. Of an interval it takes one row in nine to pass, or less than half, and
 * plans the rest of a statement for a handful; of a number that is not 0, one in two hundred to
 * fail.
 */
export const nearlyAlways = (condition: Fragment): Fragment => sql`((${condition})::int <> 0)`

/** Whether a row that has `du` and `au` holds in the month of this rank. */
export const duMoisSql = (rang: Fragment, de: 's' | 't' | 'e' | 'a' = 'e'): Fragment =>
  nearlyAlways(sql`${rang} between ${sql.ref(`${de}.du`)} and ${sql.ref(`${de}.au`)}`)

/** Whether period `e` has some of the months between these ranks. */
export const deCesMoisSql = (du: Fragment, au: Fragment): Fragment =>
  nearlyAlways(sql`e.du <= ${au} and e.au >= ${du}`)

/**
 * Whether period `e` has the model of this code. Of a list whose values it does not know, PostgreSQL
 * takes one row in two hundred to hold one.
 */
export const aModeleSql = (modele: Fragment): Fragment =>
  nearlyAlways(sql`${modele} = any(e.modeles)`)

/**
 * Joins what was true of a structure in a month, as `e`: one row, for each structure and each month
 * has its own (docs/decisions/0094). `structure`: a column that holds its id.
 */
export const joindreEtatSql = (rang: Fragment, structure: Fragment = sql`s.id`): Fragment =>
  sql`join structure_periode e on e.structure_id = ${structure} and ${duMoisSql(rang)}`

/** The columns of what is dated. */
export const COLONNES_DATEES = [
  'typeStructure',
  'region',
  'parentId',
  'capacite',
  'capaciteTheorique',
  'postesReference',
  'modeles',
] as const satisfies readonly (keyof EtatGarde)[]

/** A column of `e` for each field; the parent is that of the join of `listTranches`. */
const CHAMPS = sql.join(
  CHAMPS_DATES.map((champ) =>
    champ === 'parent' ? sql`'parent', p.code` : sql`${sql.lit(champ)}, ${sql.ref(`e.${champ}`)}`,
  ),
)

/** All that is recorded of these structures, by their codes, the oldest first. */
export async function listTranches(
  db: Db,
  codes: readonly string[],
): Promise<Map<string, Tranche[]>> {
  const { rows } = await sql<{ code: string; tranches: Tranche[] }>`
    select s.code, json_agg(json_build_object('du', e.du, 'au', e.au, ${CHAMPS}) order by e.du)
      as tranches
    from structure s join structure_periode e on e.structure_id = s.id
    left join structure p on p.id = e.parent_id
    where s.code = any (${[...codes]}::text[])
    group by s.code`.execute(db)
  return new Map(rows.map(({ code, tranches }) => [code, tranches]))
}

/** The ids of structures, by code: those that hang on nothing would stand at the head. */
export type Ids = ReadonlyMap<string, number>

export async function listIds(db: Db, codes: readonly string[]): Promise<Ids> {
  const lues = await db
    .selectFrom('structure')
    .select(['code', 'id'])
    .where(sql<boolean>`code = any (${[...codes]}::text[])`)
    .execute()
  return new Map(lues.map(({ code, id }) => [code, id]))
}

/** What is true of a structure as the base keeps it. @throws for a parent that is none of `ids` */
export function garderParent<Etat extends EtatDate>({ parent, ...etat }: Etat, ids: Ids) {
  const parentId = parent === null ? null : ids.get(parent)
  // Written without it, it would stand at the head of the hierarchy, and nothing would say so.
  if (parentId === undefined) throw new Error(`rattachement absent\u00a0: ${parent}`)
  return { ...etat, parentId }
}

/** Replaces all that is recorded of these structures, by id; the base refuses a gap or an overlap. */
export async function ecrireToutesTranches(
  db: Db,
  parId: ReadonlyMap<number, readonly Tranche[]>,
  ids: Ids,
): Promise<void> {
  const lignes = [...parId].flatMap(([structureId, tranches]) =>
    tranches.map((tranche) => ({ structureId, ...garderParent(tranche, ids) })),
  )
  await sql`delete from structure_periode
    where structure_id = any(${[...parId.keys()]}::int[])`.execute(db)
  await sql`
    insert into structure_periode (structure_id, du, au, type_structure, region, parent_id,
      capacite, capacite_theorique, postes_reference, modeles)
    select t."structureId", t.du, t.au, t."typeStructure", t.region, t."parentId",
      t.capacite, t."capaciteTheorique", t."postesReference", t.modeles
    from jsonb_to_recordset(${JSON.stringify(lignes)}::jsonb) as t ("structureId" int, du int,
      au int, "typeStructure" text, region text, "parentId" int, capacite int,
      "capaciteTheorique" int, "postesReference" jsonb, modeles text[])`.execute(db)
}

/** The same of one structure. */
export const ecrireTranches = (
  db: Db,
  structureId: number,
  tranches: readonly Tranche[],
  ids: Ids,
): Promise<void> => ecrireToutesTranches(db, new Map([[structureId, tranches]]), ids)
