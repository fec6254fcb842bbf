import { type Kysely, sql } from 'kysely'
import { readMigrations, verifierAppliquees } from './migrer.ts'

/** Migrations: what was applied is what the program has, and all of it. @throws ErreurDeBase */
export async function listMigrationsManquantes<Base>(db: Kysely<Base>): Promise<string[]> {
  const migrations = readMigrations()
  const neuve = await sql`select 1 where to_regclass('migration') is null`.execute(db)
  if (neuve.rows.length > 0) return migrations.map(({ nom }) => nom)
  const { rows } = await sql<{ nom: string; empreinte: string }>`
    select nom, empreinte from migration order by numero`.execute(db)
  verifierAppliquees(migrations, rows)
  return migrations.slice(rows.length).map(({ nom }) => nom)
}

type Contrainte = {
  table: string
  nom: string
  genre: string
  valide: boolean
  condition: string | null
  colonnes: string[]
  cible: string | null
  colonnesCible: string[]
}

async function listContraintes<Base>(db: Kysely<Base>): Promise<Contrainte[]> {
  const noms = (table: string, cles: string) => sql`array(
    select a.attname::text from unnest(${sql.ref(`k.${cles}`)}) with ordinality as cle (numero, rang)
    join pg_attribute a on a.attrelid = ${sql.ref(`k.${table}`)} and a.attnum = cle.numero
    order by cle.rang)`
  const { rows } = await sql<Contrainte>`
    select c.relname as table, k.conname as nom, k.contype::text as genre,
      k.convalidated as valide, pg_get_expr(k.conbin, k.conrelid) as condition,
      ${noms('conrelid', 'conkey')} as colonnes, cible.relname as cible,
      ${noms('confrelid', 'confkey')} as colonnes_cible
    from pg_constraint k join pg_class c on c.oid = k.conrelid
    left join pg_class cible on cible.oid = k.confrelid
    where k.connamespace = current_schema()::regnamespace and k.contype in ('c', 'f')
    order by 1, 2`.execute(db)
  return rows
}

/** Rows that a constraint should have refused. */
async function compterFautes<Base>(db: Kysely<Base>, k: Contrainte): Promise<number> {
  const liens = k.colonnes.map(
    (colonne, rang) => sql`p.${sql.id(k.colonnesCible[rang] ?? '')} = e.${sql.id(colonne)}`,
  )
  const renseignees = k.colonnes.map((colonne) => sql`e.${sql.id(colonne)} is not null`)
  const { rows } = await (k.genre === 'f'
    ? sql<{ fautes: number }>`select count(*) as fautes from ${sql.table(k.table)} e
        where ${sql.join(renseignees, sql` and `)} and not exists (
          select 1 from ${sql.table(k.cible ?? '')} p where ${sql.join(liens, sql` and `)})`
    : sql<{ fautes: number }>`select count(*) as fautes from ${sql.table(k.table)}
        where not (${sql.raw(k.condition ?? 'true')})`
  ).execute(db)
  return rows[0]?.fautes ?? 0
}

/**
 * What the base promises and does not keep: constraints and unique indexes not valid, rows that
 * break them, triggers put aside. One sentence each.
 */
export async function listFautesDeBase<Base>(db: Kysely<Base>): Promise<string[]> {
  const fautes: string[] = []
  for (const contrainte of await listContraintes(db)) {
    const { table, nom, valide } = contrainte
    if (!valide) fautes.push(`${table}\u00a0: la contrainte ${nom} n’est pas vérifiée.`)
    const nombre = await compterFautes(db, contrainte)
    if (nombre > 0) fautes.push(`${table}\u00a0: ${nombre} ligne(s) contraires à ${nom}.`)
  }
  const { rows: index } = await sql<{ table: string; nom: string }>`
    select i.indrelid::regclass::text as table, i.indexrelid::regclass::text as nom
    from pg_index i join pg_class c on c.oid = i.indrelid
    where c.relnamespace = current_schema()::regnamespace
      and not (i.indisvalid and i.indisready)`.execute(db)
  for (const { table, nom } of index)
    fautes.push(`${table}\u00a0: l’index ${nom} est inutilisable.`)
  const { rows: declencheurs } = await sql<{ table: string; nom: string }>`
    select t.tgrelid::regclass::text as table, t.tgname as nom
    from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where c.relnamespace = current_schema()::regnamespace and t.tgenabled <> 'O'`.execute(db)
  for (const { table, nom } of declencheurs) {
    fautes.push(`${table}\u00a0: la protection ${nom} est désactivée.`)
  }
  return fautes
}
