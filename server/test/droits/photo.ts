import { sql } from 'kysely'
import type { Banc } from '../banc.ts'
import { RESTAMP } from '../base.ts'

/** What no call of the table writes, or what nobody may take back. */
const INTACTES = ['migration', 'journal']

type Table = { nom: string; colonnes: string }

/** Each table says when it is written; what is rolled back was not said. */
async function surveiller({ base: { db } }: Banc, tables: readonly Table[]): Promise<void> {
  // Not one line a table: two transactions of the same call would wait for each other.
  await sql`create table photo.ecrite (nom text not null)`.execute(db)
  await sql`create function photo.noter() returns trigger language plpgsql as $$ begin
    insert into photo.ecrite values (tg_table_name); return null; end $$`.execute(db)
  for (const { nom } of tables) {
    await sql`create trigger photo_ecrite after insert or update or delete or truncate
      on ${sql.table(`public.${nom}`)} execute function photo.noter()`.execute(db)
  }
}

/**
 * Keeps the base as it is; gives what brings back there, in one statement, the tables that were
 * written, so that a call that writes does not wreck the next. The journal alone stays: it only
 * grows.
 */
export async function photographier(banc: Banc): Promise<() => Promise<void>> {
  const { db } = banc.base
  const { rows: tables } = await sql<Table>`
    select table_name as nom, string_agg(quote_ident(column_name), ', ') as colonnes
    from information_schema.columns join information_schema.tables t
      using (table_schema, table_name)
    where table_schema = 'public' and t.table_type = 'BASE TABLE' and is_generated = 'NEVER'
      and table_name <> all (${INTACTES}::text[])
    group by table_name order by table_name`.execute(db)
  await sql`create schema photo`.execute(db)
  for (const { nom } of tables) {
    const [copie, origine] = [sql.table(`photo.${nom}`), sql.table(`public.${nom}`)]
    await sql`create table ${copie} as table ${origine}`.execute(db)
  }
  await surveiller(banc, tables)
  const ordres = tables.map(
    ({ nom, colonnes }) => `if exists (select from photo.ecrite where nom = '${nom}') then
      delete from public.${nom};
      insert into public.${nom} (${colonnes}) overriding system value
        select ${colonnes} from photo.${nom};
      end if;`,
  )
  // As a replica, so that neither order, nor the guards of what is never deleted, nor what tells
  // of a writing, stand in the way.
  const remettre = sql.raw(`do $$ begin
    perform set_config('session_replication_role', 'replica', true);
    ${ordres.join('\n')}
    ${RESTAMP};
    delete from photo.ecrite; end $$`)
  return async () => {
    await remettre.execute(db)
  }
}
