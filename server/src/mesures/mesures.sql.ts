import { sql } from 'kysely'
import type { Db } from '../platform/route.ts'

/** Tasks of one kind: those to be done, those given up, and for how long the oldest is due, in s. */
export type Attente = { genre: string; attendent: number; abandonnees: number; retard: number }

/** What the outbox holds. */
export async function listAttentes(db: Db): Promise<Attente[]> {
  const { rows } = await sql<Attente>`
    select genre, count(*) filter (where abandonnee_le is null)::int as attendent,
      count(*) filter (where abandonnee_le is not null)::int as abandonnees,
      coalesce(extract(epoch from clock_timestamp() - min(due_le)
        filter (where abandonnee_le is null and due_le <= clock_timestamp())), 0)::float8 as retard
    from tache where faite_le is null group by genre`.execute(db)
  return rows
}

/** What the base weighs, in bytes, and when it was last backed up by our command, in s since 1970; 0: never. */
export type Corps = { octets: number; sauvegardee: number }

export async function findCorps(db: Db): Promise<Corps> {
  const { rows } = await sql<Corps>`
    select pg_database_size(current_database())::float8 as octets,
      coalesce((select extract(epoch from max(le)) from journal
        where action = 'BASE_SAUVEGARDEE'), 0)::float8 as sauvegardee`.execute(db)
  return rows[0] ?? { octets: 0, sauvegardee: 0 }
}
