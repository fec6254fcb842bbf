import { sql } from 'kysely'
import type { Fragment } from '../platform/liste.ts'

/**
 * The due date of a report: the one kept with it since it was begun, else what the calendar says of
 * its month. No other place decides between them (docs/chiffres.md).
 */
export const echeanceSql = (gardee: Fragment, duCalendrier: Fragment): Fragment =>
  sql`coalesce(${gardee}, ${duCalendrier})`

/** Whether a report of this due date is due today: `estDu`, in SQL. */
export const estDuSql = (echeance: Fragment, jour: string): Fragment =>
  sql`(${echeance} < ${jour}::date)`

/**
 * Days late: to today while the report is not received, to its first submission then; 0 before the
 * due date. `joursDeRetard`, in SQL.
 */
export const joursRetardSql = (echeance: Fragment, jusqua: Fragment): Fragment =>
  sql`greatest(0, ${jusqua} - ${echeance})`
