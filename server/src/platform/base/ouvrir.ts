import { Kysely, PostgresDialect } from 'kysely'
import { type Acces, joindreServeur } from './acces.ts'
import { type Annonce, annoncerSur } from './annonce.ts'
import { type Bassin, creerBassin, type Occupation } from './bassin.ts'
import { pourKysely } from './client.ts'
import type { NoterSauvegarde } from './copie.ts'
import { ECOUTER, type Ecouter, ecouterEmbarquee, ecouterServeur, entendre } from './ecoute.ts'
import { type BaseEmbarquee, openEmbarquee, openMemoire } from './embarquee.ts'
import type { ErreurDeBase } from './erreurs.ts'
import { type Sonde, sonder } from './sonde.ts'
import type { Tables } from './tables.ts'
import { NomsPlugin } from './valeurs.ts'

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
  /** The connections of this process, and who waits for one. */
  occupation: () => Occupation
  /** Hears of the events that any process has committed. */
  ecouter: Ecouter
  /**
   * Runs `fn` on connections that no pooler shares, for what holds from one statement to the next
   * without a transaction: migrations, and their lock.
   */
  enDirect<Resultat>(fn: (db: Kysely<Tables>) => Promise<Resultat>): Promise<Resultat>
  /** Lends copies of the embedded base to commands; on a server, these open a connection. */
  preterCopies(noter: NoterSauvegarde): void
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
  /** PostgreSQL itself, where `databaseUrl` leads to a pooler. */
  databaseDirectUrl?: string | undefined
  /** Whether statements that come back are prepared (true). */
  preparer?: boolean
  dataDir: string
  log?: JournalDeBase
  /** Hears a sentence for whoever starts the platform, which goes on. */
  avertir?: (phrase: string) => void
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
/** What a burst finds open: opening one costs PostgreSQL a process. */
const GARDEES = 3
const ATTENTE_SERVEUR_MS = 5000
const ATTENTE_EMBARQUEE_MS = 10_000
const DUREE_MAX_MS = 15_000
/** A server that answers says itself that a statement was too long: only a frozen one is given up. */
const GRACE_SILENCE_MS = 2000
const SONDE_SERVEUR_MS = 2000
const SONDE_EMBARQUEE_MS = 5000

/** These settings without the pooler: a command lasts, and has its base to itself. */
export const enDirect = <Donnes extends Reglages>(reglages: Donnes): Donnes => ({
  ...reglages,
  databaseUrl: reglages.databaseDirectUrl ?? reglages.databaseUrl,
  databaseDirectUrl: undefined,
  preparer: true,
})

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

type Branchement = { bassin: Bassin; preparer: boolean; sondeMs: number; silenceMaxMs?: number }

function brancher(
  { bassin, preparer, sondeMs, silenceMaxMs }: Branchement,
  reglages: Partial<Reglages>,
): Pick<BaseOuverte, 'db' | 'sonder' | 'occupation'> & Pick<Annonce, 'finir'> {
  const { surEchec, ...sonde } = sonder(bassin, reglages.sondeMs ?? sondeMs)
  const annoncer = { query: (texte: string) => bassin.query(texte, { silenceMs: silenceMaxMs }) }
  const { annoncer: surEvenement, finir } = annoncerSur(annoncer, (err) =>
    reglages.log?.warn({ err }, 'évènements dits plus tard'),
  )
  const pool = pourKysely(bassin, { preparer, silenceMaxMs, surEchec, surEvenement })
  const dialect = new PostgresDialect({ pool })
  const db = new Kysely<Tables>({ dialect, plugins: [new NomsPlugin()] })
  return { db, ...sonde, occupation: () => bassin.occupation(), finir }
}

/** Where the embedded base is reached: there is no password, and nowhere else to go. */
const lieuEmbarque = (embarquee: BaseEmbarquee) => ({
  ouvrirFlux: () => embarquee.connecter(),
  user: 'postgres',
  password: '',
  database: 'postgres',
})

function direPerdue({ log }: Partial<Reglages>) {
  return (err: Error) => log?.warn({ err }, 'connexion à la base perdue')
}

function surEmbarquee(embarquee: BaseEmbarquee, reglages: Partial<Reglages>): BaseOuverte {
  const prevenirs = new Set<() => void>()
  const attenteMs = reglages.attenteConnexionMs ?? ATTENTE_EMBARQUEE_MS
  const bassin = creerBassin(
    lieuEmbarque(embarquee),
    {
      preparer: true,
      attenteMs,
      premier: ECOUTER,
      entendre: entendre(prevenirs),
      surPerte: direPerdue(reglages),
    },
    { max: 1, gardees: 1, attenteMs },
  )
  const branchement = { bassin, preparer: true, sondeMs: SONDE_EMBARQUEE_MS }
  const { finir, ...ouverte } = brancher(branchement, reglages)
  return {
    ...ouverte,
    maison: 'embarquee',
    perdue: embarquee.perdue,
    ecouter: ecouterEmbarquee(prevenirs),
    enDirect: (fn) => fn(ouverte.db),
    preterCopies: (noter) => embarquee.preterCopies(noter),
    compterSyncs: () => embarquee.compterSyncs(),
    async close() {
      await finir()
      await ouverte.db.destroy()
      await embarquee.close()
    },
  }
}

/** What a server is asked within, in ms. */
function delaisDe(reglages: Reglages) {
  const dureeMaxMs = reglages.dureeMaxMs ?? DUREE_MAX_MS
  const attenteMs = reglages.attenteConnexionMs ?? ATTENTE_SERVEUR_MS
  return { dureeMaxMs, attenteMs, silenceMaxMs: dureeMaxMs + GRACE_SILENCE_MS }
}

/** Connections to a server, in a pool of ours. */
function brancherServeur({ lieu, parametres, preparer }: Acces, reglages: Reglages) {
  const { attenteMs, silenceMaxMs } = delaisDe(reglages)
  const max = reglages.connexions ?? CONNEXIONS
  const bassin = creerBassin(
    lieu,
    { parametres, preparer, attenteMs, surPerte: direPerdue(reglages) },
    { max, gardees: Math.min(GARDEES, max), attenteMs },
  )
  const { finir, ...ouverte } = brancher(
    { bassin, preparer, sondeMs: SONDE_SERVEUR_MS, silenceMaxMs },
    reglages,
  )
  const close = async () => {
    await finir()
    await ouverte.db.destroy()
  }
  return { ...ouverte, close }
}

/** The same server without what stands before it, for one act. */
function enDirectSur(acces: Acces, reglages: Reglages): BaseOuverte['enDirect'] {
  return async (fn) => {
    const { db, close } = brancherServeur(acces, { ...reglages, connexions: 1 })
    try {
      return await fn(db)
    } finally {
      await close()
    }
  }
}

async function openServeur(reglages: Reglages & { url: string }): Promise<BaseOuverte> {
  const { dureeMaxMs, attenteMs } = delaisDe(reglages)
  const { preparer = true, databaseDirectUrl: direct, url, log, avertir = () => {} } = reglages
  const { acces, directe } = await joindreServeur({
    url,
    direct,
    preparer,
    dureeMaxMs,
    attenteMs,
    avertir,
  })
  const ouverte = brancherServeur(acces, reglages)
  return {
    ...ouverte,
    maison: 'serveur',
    perdue: new Promise(() => {}),
    ecouter: ecouterServeur({ lieu: directe.lieu, attenteMs }, (error) =>
      log?.warn({ err: error }, 'écoute de la base perdue'),
    ),
    enDirect: directe === acces ? (fn) => fn(ouverte.db) : enDirectSur(directe, reglages),
    preterCopies() {},
    compterSyncs: async () => 0,
  }
}
