import { type Kysely, sql, type Transaction } from 'kysely'
import { ErreurDeBase } from './erreurs.ts'
import { appliquer, type Migration, readMigrations, verifierAppliquees } from './migrer.ts'
import {
  type Entete,
  type Fin,
  lireSauvegarde,
  type Rangee,
  type Sequences,
  type Table,
  verifierSauvegarde,
} from './sauvegarde.format.ts'
import { listTables } from './sauvegarde.ts'

/** Characters and rows handed to the base at a time. */
const LOT_SIGNES = 1_000_000
const LOT_MAX = 500

const nomsDans = (migrations: readonly Migration[], motif: RegExp): string[] =>
  migrations.flatMap(({ texte }) => [...texte.matchAll(motif)].map(([, nom]) => nom ?? ''))

/** Tables that stand in the base, but that no migration of ours makes. */
function etrangeres(tables: readonly Table[], migrations: readonly Migration[]): string[] {
  const creees = /^\s*create (?:unlogged )?table (?:if not exists )?(\w+)/gim
  const notres = new Set(nomsDans(migrations, creees))
  return tables.map(({ table }) => table).filter((nom) => !notres.has(nom))
}

async function estVide<Base>(tx: Kysely<Base>, tables: readonly Table[]): Promise<boolean> {
  for (const { table } of tables) {
    const { rows } = await sql`select 1 from ${sql.table(table)} limit 1`.execute(tx)
    if (rows.length > 0) return false
  }
  return true
}

/** Other processes of ours on this server: what they hold in memory would no longer be true. */
async function refuserSiServie<Base>(tx: Kysely<Base>): Promise<void> {
  const { rows } = await sql<{ autres: number }>`
    select count(*) as autres from pg_stat_activity
    where datname = current_database() and application_name = 'releve'
      and pid <> pg_backend_pid()`.execute(tx)
  if ((rows[0]?.autres ?? 0) === 0) return
  throw new ErreurDeBase('La plateforme sert cette base\u00a0: arrêtez-la avant de restaurer.')
}

/** Removes what our migrations made, and nothing else. */
async function enlever<Base>(
  tx: Kysely<Base>,
  tables: readonly Table[],
  migrations: readonly Migration[],
): Promise<void> {
  const noms = [...tables.map(({ table }) => table), 'migration'].map((nom) => sql.table(nom))
  await sql`drop table if exists ${sql.join(noms)} cascade`.execute(tx)
  const fonctions = nomsDans(migrations, /^\s*create (?:or replace )?function (\w+)/gim)
  for (const nom of new Set(fonctions)) {
    await sql`drop function if exists ${sql.id(nom)}`.execute(tx)
  }
}

async function inserer<Base>(
  tx: Kysely<Base>,
  { table, colonnes }: Table,
  rangees: readonly Rangee[],
): Promise<void> {
  if (rangees.length === 0) return
  const noms = sql.join(colonnes.map(({ nom }) => sql.id(nom)))
  const lues = sql.join(colonnes.map(({ nom, type }) => sql`r.${sql.id(nom)}::${sql.raw(type)}`))
  const valeurs = colonnes.map((_, rang) => sql`${rangees.map((r) => r[rang] ?? null)}::text[]`)
  await sql`insert into ${sql.table(table)} (${noms}) overriding system value
    select ${lues} from unnest(${sql.join(valeurs)}) as r (${noms})`.execute(tx)
}

/** References are looked at once all is there: tables come in the order of their names. */
async function differerReferences<Base>(tx: Kysely<Base>): Promise<() => Promise<void>> {
  const { rows } = await sql<{ table: string; nom: string }>`
    select c.relname as table, k.conname as nom
    from pg_constraint k join pg_class c on c.oid = k.conrelid
    where k.contype = 'f' and k.connamespace = current_schema()::regnamespace
      and not k.condeferrable`.execute(tx)
  const regler = async (quand: string) => {
    for (const { table, nom } of rows) {
      await sql`alter table ${sql.table(table)} alter constraint ${sql.id(nom)}
        ${sql.raw(quand)}`.execute(tx)
    }
  }
  await regler('deferrable initially deferred')
  return async () => {
    await sql`set constraints all immediate`.execute(tx)
    await regler('not deferrable')
  }
}

/**
 * What the migrations write by themselves gives way to what the backup holds, and no trigger adds
 * to it: what comes out is what was saved.
 */
async function recevoir<Base>(tx: Kysely<Base>): Promise<() => Promise<void>> {
  const noms = (await listTables(tx)).map(({ table }) => sql.table(table))
  const regler = async (quoi: string) => {
    for (const nom of noms) {
      await sql`alter table ${nom} ${sql.raw(quoi)} trigger user`.execute(tx)
    }
  }
  await regler('disable')
  await sql`truncate ${sql.join(noms)}`.execute(tx)
  return () => regler('enable')
}

async function reglerSequences<Base>(tx: Kysely<Base>, sequences: Sequences): Promise<void> {
  for (const { table, colonne, valeur, entamee } of sequences) {
    await sql`select setval(pg_get_serial_sequence(${table}, ${colonne}),
      ${valeur}::bigint, ${entamee}::boolean)`.execute(tx)
  }
}

/** Hands the rows of the file to the base; the tables are those that its migrations made. */
async function charger<Base>(tx: Kysely<Base>, chemin: string): Promise<void> {
  let table: Table | undefined
  let lot: Rangee[] = []
  let signes = 0
  const vider = async () => {
    if (table) await inserer(tx, table, lot)
    lot = []
    signes = 0
  }
  for await (const element of lireSauvegarde(chemin)) {
    if (element.genre === 'rangee') {
      lot.push(element.rangee)
      signes += element.octets
      if (lot.length >= LOT_MAX || signes >= LOT_SIGNES) await vider()
      continue
    }
    await vider()
    if (element.genre === 'table') table = element.table
    if (element.genre === 'sequences') await reglerSequences(tx, element.sequences)
  }
}

async function remplacer<Base>(
  tx: Transaction<Base>,
  {
    chemin,
    confirmer,
    migrations,
    entete,
  }: DemandeRestauration & { migrations: Migration[]; entete: Entete },
): Promise<string[]> {
  await sql`set local statement_timeout = 0`.execute(tx)
  await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx)
  await refuserSiServie(tx)
  const tables = await listTables(tx)
  const inconnues = etrangeres(tables, migrations)
  if (inconnues.length > 0) {
    throw new ErreurDeBase(
      `La base contient des tables qui ne sont pas de Relevé (${inconnues.slice(0, 3).join(', ')})\u00a0: restaurez dans une base à part.`,
    )
  }
  if (!confirmer && !(await estVide(tx, tables))) {
    throw new ErreurDeBase(
      'La base n’est pas vide\u00a0: tout ce qu’elle contient serait remplacé. Si c’est bien ce que vous voulez, ajoutez --confirmer.',
    )
  }
  await enlever(tx, tables, migrations)
  await appliquer(tx, migrations.slice(0, entete.migrations.length))
  const animer = await recevoir(tx)
  const retablir = await differerReferences(tx)
  await charger(tx, chemin)
  await retablir()
  await animer()
  return appliquer(tx, migrations)
}

export type DemandeRestauration = { chemin: string; confirmer: boolean }
/** What was put back, and the migrations received since the backup. */
export type Restauration = { entete: Entete; fin: Fin; migrations: string[] }

/**
 * Puts a backup in the place of all that the base holds, in one transaction: wholly, or not at all.
 * A backup of an older version is brought to the program's. `apres` belongs to the transaction.
 * @throws ErreurDeBase: file unreadable or changed, base not empty and not confirmed, base served
 */
export async function restaurerSauvegarde<Base>(
  db: Kysely<Base>,
  demande: DemandeRestauration,
  apres?: (tx: Transaction<Base>, restauration: Restauration) => Promise<void>,
): Promise<Restauration> {
  const { entete, fin } = await verifierSauvegarde(demande.chemin)
  const migrations = readMigrations()
  verifierAppliquees(migrations, entete.migrations)
  return db.transaction().execute(async (tx) => {
    const nouvelles = await remplacer(tx, { ...demande, migrations, entete })
    const restauration = { entete, fin, migrations: nouvelles }
    await apres?.(tx, restauration)
    return restauration
  })
}
