import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { type Annonce, annoncerSur } from './annonce.ts'
import { CANAL, type Ecouter, ecouterEmbarquee, ecouterServeur, entendre } from './ecoute.ts'
import { type BaseEmbarquee, openEmbarquee, openMemoire } from './embarquee.ts'
import { ErreurDeBase } from './erreurs.ts'
import { preparer } from './preparees.ts'
import { verifierServeur } from './serveur.ts'
import { type Sonde, sonder } from './sonde.ts'
import type { Tables } from './tables.ts'
import { ClientReleve, NomsPlugin, valeurs } from './valeurs.ts'

/** Where the base lives: in our data folder, or on a PostgreSQL server. */
export type Maison = 'embarquee' | 'serveur'

/** A base ready for statements. */
export interface BaseOuverte {
  db: Kysely<Tables>
  maison: Maison
  /** Settles if the embedded base dies under us: the process must stop. Never on a server. */
  perdue: Promise<ErreurDeBase>
  /** Whether the base answers, and takes writes; throws what it says, or that it says nothing. */
  sonder: Sonde
  /** Hears of the events that any process has committed. */
  ecouter: Ecouter
  /** Files really synced since the start by the embedded base; 0 on a server, which counts its own. */
  compterSyncs(): Promise<number>
  close(): Promise<void>
}

/** What the base has to say to the log; `pino`'s loggers fit. */
export interface JournalDeBase {
  warn(objet: object, message: string): void
}

/** Where to open the base, and its limits: milliseconds, and connections. */
export interface Reglages {
  databaseUrl?: string | undefined
  dataDir: string
  log?: JournalDeBase
  /** Connections to the server (10); the embedded base has one. */
  connexions?: number
  /** How long a request may wait for a connection (5 s of a server, 10 s of the embedded base). */
  attenteConnexionMs?: number
  /** How long a statement may last on the server (15 s); 2 s later, it is given up by us. */
  dureeMaxMs?: number
  /** How long `sonder` waits (2 s of a server; 5 s of the embedded base, which has one connection). */
  sondeMs?: number
  /** How often the embedded base looks whether it needs upkeep (10 s). */
  entretienMs?: number
}

const CONNEXIONS = 10
const ATTENTE_SERVEUR_MS = 5000
const ATTENTE_EMBARQUEE_MS = 10_000
const DUREE_MAX_MS = 15_000
/** A server that answers says itself that a statement was too long: only a frozen one is given up. */
const GRACE_SILENCE_MS = 2000
const SONDE_SERVEUR_MS = 2000
const SONDE_EMBARQUEE_MS = 5000

/**
 * Opens the base: a server with `databaseUrl`, else the embedded one of `dataDir`. Throws an
 * `ErreurDeBase` (server that does not answer, folder in use) whose message is for a person.
 */
export async function openBase(reglages: Reglages): Promise<BaseOuverte> {
  if (reglages.databaseUrl) return openServeur({ ...reglages, url: reglages.databaseUrl })
  return surEmbarquee(await openEmbarquee(reglages.dataDir, reglages.entretienMs), reglages)
}

/** A base in memory, for tests: see `openMemoire`. */
export async function openBaseEnMemoire(
  archive: string | null,
  reglages: Pick<Reglages, 'attenteConnexionMs'> = {},
): Promise<BaseOuverte> {
  return surEmbarquee(await openMemoire(archive), reglages)
}

function communs(attenteMs: number): pg.PoolConfig {
  return { Client: ClientReleve, types: valeurs, connectionTimeoutMillis: attenteMs }
}

type Ouverture = { pool: pg.Pool; sondeMs: number; silenceMaxMs?: number }

function brancher(
  { pool, sondeMs, silenceMaxMs }: Ouverture,
  reglages: Partial<Reglages>,
): Pick<BaseOuverte, 'db' | 'sonder'> & Pick<Annonce, 'finir'> {
  // The pool replaces a connection that breaks, idle (it says so) or in use (the client does, and
  // the statement fails); unheard, either event would end the process.
  const direPerdue = (error: Error) =>
    reglages.log?.warn({ err: error }, 'connexion à la base perdue')
  pool.on('error', direPerdue)
  pool.on('connect', (client) => client.on('error', direPerdue))
  const { surEchec, ...sonde } = sonder(pool, reglages.sondeMs ?? sondeMs)
  const { annoncer: surEvenement, finir } = annoncerSur(pool, (err) =>
    reglages.log?.warn({ err }, 'évènements dits plus tard'),
  )
  const surveillance = { surEchec, surEvenement, ...(silenceMaxMs && { silenceMaxMs }) }
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: preparer(pool, surveillance) }),
    plugins: [new NomsPlugin()],
  })
  return { db, ...sonde, finir }
}

function surEmbarquee(embarquee: BaseEmbarquee, reglages: Partial<Reglages>): BaseOuverte {
  const prevenirs = new Set<() => void>()
  const pool = new pg.Pool({
    ...communs(reglages.attenteConnexionMs ?? ATTENTE_EMBARQUEE_MS),
    // Waited for by the pool: no statement comes before it.
    verify: (client, suite) => {
      entendre(client, prevenirs)
      client.query(`listen ${CANAL}`).then(() => suite(), suite)
    },
    // `pg` asks for a Duplex and calls what a socket has: FluxEmbarque is both.
    stream: () => embarquee.connecter(),
    ssl: false,
    host: 'localhost',
    user: 'postgres',
    database: 'postgres',
    password: '',
    max: 1,
    idleTimeoutMillis: 0,
  })
  const { finir, ...ouverte } = brancher({ pool, sondeMs: SONDE_EMBARQUEE_MS }, reglages)
  return {
    ...ouverte,
    maison: 'embarquee',
    perdue: embarquee.perdue,
    ecouter: ecouterEmbarquee(prevenirs),
    compterSyncs: () => embarquee.compterSyncs(),
    async close() {
      await finir()
      await ouverte.db.destroy()
      await embarquee.close()
    },
  }
}

async function openServeur(reglages: Reglages & { url: string }): Promise<BaseOuverte> {
  const dureeMaxMs = reglages.dureeMaxMs ?? DUREE_MAX_MS
  const attenteMs = reglages.attenteConnexionMs ?? ATTENTE_SERVEUR_MS
  const lieu = { connectionString: reglages.url, application_name: 'releve', keepAlive: true }
  const pool = new pg.Pool({
    ...communs(attenteMs),
    ...lieu,
    max: reglages.connexions ?? CONNEXIONS,
    statement_timeout: dureeMaxMs,
    idle_in_transaction_session_timeout: 2 * dureeMaxMs,
    options: '-c timezone=UTC -c client_min_messages=warning -c work_mem=16MB -c jit=off',
    // A statement leaves without waiting for the answer to the one before: `begin` costs no exchange.
    pipeline: true,
  })
  const silenceMaxMs = dureeMaxMs + GRACE_SILENCE_MS
  const ouverture = { pool, sondeMs: SONDE_SERVEUR_MS, silenceMaxMs }
  const { finir, ...ouverte } = brancher(ouverture, reglages)
  const { db } = ouverte
  try {
    await verifierServeur(db, reglages.url)
  } catch (error) {
    await db.destroy()
    throw error
  }
  return {
    ...ouverte,
    maison: 'serveur',
    perdue: new Promise(() => {}),
    ecouter: ecouterServeur({ ...lieu, connectionTimeoutMillis: attenteMs }, (error) =>
      reglages.log?.warn({ err: error }, 'écoute de la base perdue'),
    ),
    compterSyncs: async () => 0,
    async close() {
      await finir()
      await db.destroy()
    },
  }
}
