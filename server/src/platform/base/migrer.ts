import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { type Kysely, sql } from 'kysely'
import { codeDe, ErreurDeBase } from './erreurs.ts'
import { inTransaction } from './transaction.ts'

/** Any constant does, as long as nothing else takes it: « releve » in letters of the alphabet. */
const CLE_DU_VERROU = 18_051_205
const DOSSIER = new URL('../../../migrations/', import.meta.url)

export interface Migration {
  numero: number
  nom: string
  empreinte: string
  texte: string
}

interface MigrationAppliquee {
  numero: number
  nom: string
  empreinte: string
}

/** `0001-socle.sql`, … in order; a gap or a double is a mistake of ours, not of the base. */
export function readMigrations(dossier: URL = DOSSIER): Migration[] {
  const noms = readdirSync(dossier).filter((nom) => nom.endsWith('.sql'))
  return noms.toSorted().map((nom, rang) => {
    const numero = Number(/^(\d{4})-/.exec(nom)?.[1])
    if (numero !== rang + 1) throw new Error(`migration hors de la suite : ${nom}`)
    // Whatever git did to line ends, the fingerprint is the same.
    const texte = readFileSync(new URL(nom, dossier), 'utf8').replaceAll('\r\n', '\n')
    const empreinte = createHash('sha256').update(texte).digest('hex')
    return { numero, nom, empreinte, texte }
  })
}

/** Throws an `ErreurDeBase` unless what was applied is what the program has, as it has it. */
export function verifierAppliquees(
  migrations: Migration[],
  appliquees: readonly Pick<MigrationAppliquee, 'nom' | 'empreinte'>[],
): void {
  for (const [rang, appliquee] of appliquees.entries()) {
    const migration = migrations[rang]
    if (migration === undefined) {
      throw new ErreurDeBase(
        `La base est plus récente que ce programme\u00a0: elle a reçu la migration «\u00a0${appliquee.nom}\u00a0», qu’il ne connaît pas. Installez la version du programme qui l’accompagne, ou une plus récente.`,
      )
    }
    if (migration.empreinte !== appliquee.empreinte) {
      throw new ErreurDeBase(
        `La migration «\u00a0${migration.nom}\u00a0» a changé depuis qu’elle a été appliquée à cette base. Rétablissez son fichier\u00a0: une correction s’écrit dans une nouvelle migration.`,
      )
    }
  }
}

const REFUSE = '42501'

/**
 * The table of what was applied, made where there is none: even `if not exists` asks for the right to
 * create, which an account that only serves has not (docs/exploitation.md).
 */
async function ouvrirSuivi<Base>(connexion: Kysely<Base>): Promise<void> {
  const { rows } = await sql<{ existe: boolean }>`
    select to_regclass('migration') is not null as existe`.execute(connexion)
  if (rows[0]?.existe) return
  await sql`create table migration (
    numero integer primary key,
    nom text not null,
    empreinte text not null,
    appliquee_le timestamptz not null default now()
  )`.execute(connexion)
}

/** Whoever may not migrate is told who may. */
function direQuiMigre(echec: unknown): never {
  if (codeDe(echec) !== REFUSE) throw echec
  throw new ErreurDeBase(
    'La base attend des migrations que ce compte n’a pas le droit d’appliquer. Appliquez-les par la commande «\u00a0migrer\u00a0», avec le compte qui possède les tables, puis relancez.',
    { cause: echec },
  )
}

/** Applies to this connection, or within its transaction, those of these that it has not yet. */
export async function appliquer<Base>(
  connexion: Kysely<Base>,
  migrations: Migration[],
): Promise<string[]> {
  await ouvrirSuivi(connexion)
  const { rows } = await sql<MigrationAppliquee>`
    select numero, nom, empreinte from migration order by numero`.execute(connexion)
  verifierAppliquees(migrations, rows)
  const nouvelles = migrations.slice(rows.length)
  for (const { numero, nom, empreinte, texte } of nouvelles) {
    await inTransaction(connexion, async (tx) => {
      await sql.raw(texte).execute(tx)
      await sql`insert into migration (numero, nom, empreinte)
        values (${numero}, ${nom}, ${empreinte})`.execute(tx)
    })
  }
  return nouvelles.map((migration) => migration.nom)
}

/**
 * Runs `fn` on one connection, alone among all the processes that start on this base: they wait for
 * one another. `fn` uses the connection it is given, and may open transactions on it.
 */
async function sousVerrou<Base, Resultat>(
  db: Kysely<Base>,
  fn: (connexion: Kysely<Base>) => Promise<Resultat>,
): Promise<Resultat> {
  return db.connection().execute(async (connexion) => {
    // The lock and long migrations may outlast what a request is allowed.
    await sql`set statement_timeout = 0`.execute(connexion)
    await sql`select pg_advisory_lock(${CLE_DU_VERROU})`.execute(connexion)
    try {
      return await fn(connexion)
    } finally {
      await sql`select pg_advisory_unlock(${CLE_DU_VERROU})`.execute(connexion)
      await sql`reset statement_timeout`.execute(connexion)
    }
  })
}

/**
 * Brings the base to the program's last migration, each file in its own transaction, and returns
 * the names of those applied. Processes that start together wait for one another. Throws an
 * `ErreurDeBase` when an applied file has changed or when the base is newer than the program.
 */
export async function migrer<Base>(db: Kysely<Base>, dossier: URL = DOSSIER): Promise<string[]> {
  const migrations = readMigrations(dossier)
  return sousVerrou(db, (connexion) => appliquer(connexion, migrations)).catch(direQuiMigre)
}
