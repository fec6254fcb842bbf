import { sql } from 'kysely'
import type { Fragment } from '../platform/liste.ts'
import { rouvertJusquaSql } from './calendrier.sql.ts'

/**
 * What the due date of a report rests on, begun or not, as a statement has it. `recu`: it is received
 * (null: not begun); `gardee`: the date that it was received with, where it was not its month's;
 * `duMois`: its month's.
 */
export type DateFormulaire = {
  recu: Fragment
  gardee: Fragment
  duMois: Fragment
  structureId: Fragment
  rang: Fragment
}

/** Received, it keeps its date; until then, a month opened again gives it its last day. */
export const echeanceSql = ({
  recu,
  gardee,
  duMois,
  structureId,
  rang,
}: DateFormulaire): Fragment =>
  sql`(case when ${recu} then coalesce(${gardee}, ${duMois}) else greatest(${duMois},
    nullif(${rouvertJusquaSql(structureId, rang)}, '9999-12-31')::date) end)`

/** Whether a report that is not received is not due yet, for its month is open again to a day to come. */
const estRouvertSql = (structureId: Fragment, rang: Fragment, jour: string): Fragment =>
  sql`(${structureId}, ${rang}) in (select o.structure_id, o.rang from reouverture o
    where o.terminee_le is null and isfinite(o.jusqua) and o.jusqua >= ${jour}::date)`

/** Whether a report that is not received is due today: `echu`, whether its month is. */
export const absentDuSql = (
  { echu, structureId, rang }: Pick<DateFormulaire, 'structureId' | 'rang'> & { echu: Fragment },
  jour: string,
): Fragment => sql`(${echu} and not ${estRouvertSql(structureId, rang, jour)})`

/** Whether a report is due today: `estDu` of its due date, without looking for it. */
export const estDuSql = (
  { recu, gardee, duMois, structureId, rang }: DateFormulaire,
  jour: string,
): Fragment => {
  const echu = sql`${duMois} < ${jour}::date`
  return sql`(case when ${recu} then coalesce(${gardee}, ${duMois}) < ${jour}::date
    else ${absentDuSql({ echu, structureId, rang }, jour)} end)`
}

/**
 * Days late: to today while the report is not received, to its first submission then; 0 before the
 * due date. `joursDeRetard`, in SQL.
 */
export const joursRetardSql = (echeance: Fragment, jusqua: Fragment): Fragment =>
  sql`greatest(0, ${jusqua} - ${echeance})`
