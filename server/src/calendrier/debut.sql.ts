import { periodeDIso, rangDe } from '@releve/contract/mois.ts'
import { sql } from 'kysely'
import type { Db } from '../platform/route.ts'

/** From the month `du` on, what the start `au` would leave out; null: no start at all. */
type Intervalle = { du: string | null; au: string | null }

const rangSql = (mois: string) => sql`${rangDe(periodeDIso(mois))}::int`

/**
 * The live reports, begun as expected, that a later start would no longer expect: how many, and the
 * rank of the oldest. What was brought from elsewhere is of no collection, and never counts.
 */
export async function countExclus(
  db: Db,
  { du, au }: Intervalle,
): Promise<{ nombre: number; premier: number | null }> {
  if (du === null) return { nombre: 0, premier: null }
  const { rows } = await sql<{ nombre: number; premier: number | null }>`
    select count(*)::int as nombre, min(f.rang) as premier from formulaire f
    where f.etat <> 'ANNULE' and not f.repris and f.rang >= ${rangSql(du)}
      and ${au === null ? sql`true` : sql`f.rang < ${rangSql(au)}`}`.execute(db)
  return rows[0] ?? { nombre: 0, premier: null }
}
