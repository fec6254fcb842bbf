import { createHash } from 'node:crypto'
import { once } from 'node:events'
import {
  closeSync,
  createWriteStream,
  existsSync,
  fsyncSync,
  openSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { finished } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { type Kysely, sql } from 'kysely'
import { ErreurDeBase } from './erreurs.ts'
import type { Maison } from './ouvrir.ts'
import {
  type Entete,
  type Fin,
  FORMAT,
  refusDuDisque,
  type Sequences,
  type Table,
} from './sauvegarde.format.ts'

/** Bytes and rows taken from the base at a time. */
const LOT_OCTETS = 2_000_000
const LOT_MAX = 500

/** Our tables, with the columns that hold something of their own; generated ones do not. */
export async function listTables<Base>(tx: Kysely<Base>): Promise<Table[]> {
  const { rows } = await sql<{ table: string; nom: string; type: string }>`
    select c.relname as table, a.attname as nom, format_type(a.atttypid, a.atttypmod) as type
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace
      and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' and c.relname <> 'migration'
    order by c.relname, a.attnum`.execute(tx)
  const tables = new Map<string, Table>()
  for (const { table, nom, type } of rows) {
    const connue = tables.get(table) ?? { table, colonnes: [] }
    connue.colonnes.push({ nom, type })
    tables.set(table, connue)
  }
  return [...tables.values()]
}

async function listSequences<Base>(tx: Kysely<Base>): Promise<Sequences> {
  const { rows } = await sql<{ table: string; colonne: string; sequence: string }>`
    select c.relname as table, a.attname as colonne,
      pg_get_serial_sequence(format('%I.%I', n.nspname, c.relname), a.attname) as sequence
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and n.oid = current_schema()::regnamespace and a.attidentity <> ''
      and not a.attisdropped
    order by 1, 2`.execute(tx)
  const sequences: Sequences = []
  for (const { table, colonne, sequence } of rows) {
    const lue = await sql<{ valeur: number; entamee: boolean }>`
      select last_value as valeur, is_called as entamee from ${sql.raw(sequence)}`.execute(tx)
    const { valeur = 1, entamee = false } = lue.rows[0] ?? {}
    sequences.push({ table, colonne, valeur, entamee })
  }
  return sequences
}

/** How many rows at a time, so that a table of files does not fill the memory. */
async function lotDe<Base>(tx: Kysely<Base>, table: string): Promise<number> {
  const { rows } = await sql<{ octets: number; rangees: number }>`
    select pg_total_relation_size(${table}::regclass) as octets, count(*) as rangees
    from ${sql.table(table)}`.execute(tx)
  const { octets = 0, rangees = 0 } = rows[0] ?? {}
  const lot = Math.floor(LOT_OCTETS / Math.max(1, octets / Math.max(1, rangees)))
  return Math.min(LOT_MAX, Math.max(1, lot))
}

/** The rows of a table, each as the JSON text of its cells as PostgreSQL writes them. */
async function* rangeesDe<Base>(tx: Kysely<Base>, { table, colonnes }: Table) {
  const lot = sql.raw(String(await lotDe(tx, table)))
  const cellules = colonnes.map(({ nom }) => sql`${sql.ref(nom)}::text`)
  await sql`declare sauvegarde no scroll cursor for
    select json_build_array(${sql.join(cellules)})::text as ligne
    from ${sql.table(table)}`.execute(tx)
  for (;;) {
    const { rows } = await sql<{ ligne: string }>`fetch ${lot} from sauvegarde`.execute(tx)
    if (rows.length === 0) break
    for (const { ligne } of rows) yield ligne
  }
  await sql`close sauvegarde`.execute(tx)
}

/** A compressed file written beside its place, its sum growing; `finir` puts it there, synced. */
function ouvrirFichier(chemin: string) {
  const provisoire = `${chemin}.partiel`
  const somme = createHash('sha256')
  const gzip = createGzip()
  // It holds passwords' hashes: nobody else on this machine reads it.
  const fichier = createWriteStream(provisoire, { flags: 'w', mode: 0o600 })
  const fini = finished(gzip.pipe(fichier))
  fini.catch(() => {})
  return {
    somme,
    async ecrire(ligne: string): Promise<void> {
      somme.update(ligne).update('\n')
      if (!gzip.write(`${ligne}\n`)) await Promise.race([once(gzip, 'drain'), fini])
    },
    async finir(): Promise<void> {
      gzip.end()
      await fini
      const descripteur = openSync(provisoire, 'r+')
      fsyncSync(descripteur)
      closeSync(descripteur)
      renameSync(provisoire, chemin)
    },
    abandonner() {
      fichier.destroy()
      if (existsSync(provisoire)) rmSync(provisoire, { force: true })
    },
  }
}

type Fichier = ReturnType<typeof ouvrirFichier>

async function ecrireBase<Base>(
  tx: Kysely<Base>,
  fichier: Fichier,
  entete: Omit<Entete, 'migrations'>,
): Promise<Fin> {
  const neuve = await sql`select 1 where to_regclass('migration') is null`.execute(tx)
  if (neuve.rows.length > 0) throw new ErreurDeBase('La base est vide\u00a0: rien à sauvegarder.')
  const { rows: migrations } = await sql<Entete['migrations'][number]>`
    select nom, empreinte from migration order by numero`.execute(tx)
  await fichier.ecrire(JSON.stringify({ ...entete, migrations } satisfies Entete))
  const rangees: Record<string, number> = {}
  for (const table of await listTables(tx)) {
    await fichier.ecrire(JSON.stringify(table))
    let nombre = 0
    for await (const ligne of rangeesDe(tx, table)) {
      await fichier.ecrire(ligne)
      nombre += 1
    }
    rangees[table.table] = nombre
  }
  await fichier.ecrire(JSON.stringify({ sequences: await listSequences(tx) }))
  const fin: Fin = { fin: true, rangees, sha256: fichier.somme.copy().digest('hex') }
  await fichier.ecrire(JSON.stringify(fin))
  return fin
}

/**
 * Writes all of the base to a file, as it stands at one instant: the platform may go on working
 * meanwhile. The same file restores in either home. Gives how many rows each table has.
 * @throws ErreurDeBase when the file exists already
 */
export async function ecrireSauvegarde<Base>(
  { db, maison }: { db: Kysely<Base>; maison: Maison },
  chemin: string,
  { le, version }: { le: Date; version: string },
): Promise<Fin> {
  if (existsSync(chemin)) {
    throw new ErreurDeBase(
      `Le fichier «\u00a0${chemin}\u00a0» existe déjà\u00a0: donnez-en un autre.`,
    )
  }
  const fichier = ouvrirFichier(chemin)
  try {
    const fin = await db
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute(async (tx) => {
        await sql`set local statement_timeout = 0`.execute(tx)
        const entete = { releve: 'sauvegarde', format: FORMAT, le: le.toISOString() } as const
        return ecrireBase(tx, fichier, { ...entete, version, maison })
      })
    await fichier.finir()
    return fin
  } catch (error) {
    fichier.abandonner()
    throw refusDuDisque(error, chemin, 'écrit') ?? error
  }
}
