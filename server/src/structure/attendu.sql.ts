import { sql } from 'kysely'
import type { Fragment } from '../platform/liste.ts'

/** The first and last days of a month, as a statement has them. */
type JoursDuMois = { premier: Fragment; dernier: Fragment }

/**
 * First day of the collection (docs/decisions/0095), read once by a statement, whatever asks; never
 * where it has none, or where what is stored is no month.
 */
const DEBUT = sql`coalesce((
  select case when p.valeur #>> '{}' ~ '^(20[0-9]{2}|2100)-(0[1-9]|1[0-2])$'
    then (p.valeur #>> '{}' || '-01')::date end
  from parametre p where p.cle = 'debutCollecte'), date 'infinity')`

/**
 * Whether structure `s` stands in that month: from the month it opens to the one it closes, whatever
 * the start of the collection.
 */
export const estLaSql = ({ premier, dernier }: JoursDuMois) => sql<boolean>`(
    s.etat <> 'INVITEE'
    and s.date_ouverture <= ${dernier}
    and (s.date_fermeture is null or s.date_fermeture >= ${premier})
  )`

/** The same of a month of the collection: of an earlier one, nothing is expected. */
export const dansSesDatesSql = (jours: JoursDuMois) =>
  sql<boolean>`(${jours.premier} >= ${DEBUT} and ${estLaSql(jours)})`

/** Whether interruption `i` takes the whole of that month. */
export const interromptSql = ({ premier, dernier }: JoursDuMois) =>
  sql<boolean>`(i.du <= ${premier} and coalesce(i.au, 'infinity') >= ${dernier})`

/**
 * The first and last days of the month of this rank: read once by a statement, which would else
 * work them out for each structure where its plan is kept for any month.
 */
function joursDe(rang: number): JoursDuMois {
  const premier = sql`make_date(${rang}::int / 12, ${rang}::int % 12 + 1, 1)`
  return {
    premier: sql`(select ${premier})`,
    dernier: sql`(select (${premier} + interval '1 month' - interval '1 day')::date)`,
  }
}

/** Whether structure `s` is excused from a month by no interruption. */
const sansInterruptionSql = (jours: JoursDuMois) => sql<boolean>`not exists (
      select 1 from structure_interruption i
      where i.structure_id = s.id and ${interromptSql(jours)}
    )`

/**
 * Whether structure `s` is expected to report for the month of rank `rang` (docs/conception.md, 2): a
 * month of the collection, open all through, neither invited nor suspended for the whole of it. The
 * model's part is the caller's.
 */
export function estOuverteSql(rang: number) {
  const jours = joursDe(rang)
  return sql<boolean>`(
    ${dansSesDatesSql(jours)}
    and ${sansInterruptionSql(jours)}
  )`
}

/** The same whatever the start of the collection: a month collected before may be brought. */
export function estReprenableSql(rang: number) {
  const jours = joursDe(rang)
  return sql<boolean>`(${estLaSql(jours)} and ${sansInterruptionSql(jours)})`
}

/**
 * Whether version `v` expects a report of the month of this rank: the whole rule (`estAttendu`). Of
 * the version in force alone: one that it has replaced expects nothing. Not `= 1`, which PostgreSQL
 * takes one row in two hundred to pass.
 */
export const attenduSql = (rang: Fragment): Fragment =>
  sql`((v.mois_attendus >> (${rang} % 12)) & 1 <> 0)`
