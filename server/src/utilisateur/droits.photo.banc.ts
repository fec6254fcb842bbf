import { sql } from 'kysely'
import type { Banc } from '../../test/banc.ts'

/** What no call of the table writes, or what nobody may take back. */
const INTACTES = ['migration', 'codification', 'codification_valeur', 'modele', 'journal']

type Table = { nom: string; colonnes: string }

/**
 * Keeps the base as it is; gives what brings it back there in one statement, so that a call that
 * writes does not wreck the next. The journal alone stays: it only grows.
 */
export async function photographier({ base: { db } }: Banc): Promise<() => Promise<void>> {
  const { rows: tables } = await sql<Table>`
    select table_name as nom, string_agg(quote_ident(column_name), ', ') as colonnes
    from information_schema.columns join information_schema.tables t
      using (table_schema, table_name)
    where table_schema = 'public' and t.table_type = 'BASE TABLE' and is_generated = 'NEVER'
      and table_name <> all (${INTACTES}::text[])
    group by table_name order by table_name`.execute(db)
  await sql`create schema photo`.execute(db)
  for (const { nom } of tables) {
    await sql`create table ${sql.table(`photo.${nom}`)} as table ${sql.table(`public.${nom}`)}`.execute(
      db,
    )
  }
  const ordres = tables.map(
    ({ nom, colonnes }) => `delete from public.${nom};
      insert into public.${nom} (${colonnes}) overriding system value
        select ${colonnes} from photo.${nom};`,
  )
  // As a replica, so that neither order, nor the guards of what is never deleted, stand in the way.
  const remettre = sql.raw(`do $$ begin
    perform set_config('session_replication_role', 'replica', true);
    ${ordres.join('\n')} end $$`)
  return async () => {
    await remettre.execute(db)
  }
}
