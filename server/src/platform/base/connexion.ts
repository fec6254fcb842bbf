import type { Duplex } from 'node:stream'
import postgres from 'postgres'
import { ConnexionPerdue, EchecSql, ErreurDeBase } from './erreurs.ts'
import { guetterSilence } from './silence.ts'
import { enCamel, enTexte, TYPES } from './valeurs.ts'

/** Where a connection goes, and as whom. */
export interface Lieu {
  /** A new stream to PostgreSQL, open or opening. */
  ouvrirFlux(): Duplex
  user: string
  password: string
  database: string
  /** What TLS asks for; absent, the line is in clear. */
  ssl?: object
}

/** How a connection begins. */
export interface Ouverture {
  /** What PostgreSQL is told of the session, under its own names. */
  parametres?: Readonly<Record<string, string>>
  /** Whether statements may be prepared at all. */
  preparer: boolean
  /** How long to wait for PostgreSQL, in ms. */
  attenteMs: number
  /** The first statement; it ends the opening. */
  premier?: string
  /** Hears what `listen` asked for. */
  entendre?: (canal: string) => void
  /** Hears that the connection is over, and not by `fermer`. */
  surPerte?: (perte: Error) => void
}

export type Reponse = { command: string; rowCount: number; rows: Record<string, unknown>[] }

/** What a statement asks of its connection. */
export interface Facon {
  preparer?: boolean
  /** How long it may stay without its answer, in ms; absent, for ever. */
  silenceMs?: number | undefined
}

/** One connection to PostgreSQL. Once lost, it refuses everything: it is never opened again. */
export interface Connexion {
  readonly perdue: boolean
  /** The session that PostgreSQL announced, or that a pooler made up. */
  readonly pid: number
  demander(texte: string, valeurs?: readonly unknown[], facon?: Facon): Promise<Reponse>
  /** Cuts the line: what waits for an answer fails with `cause`. */
  rompre(cause: Error): void
  fermer(): Promise<void>
}

const RIEN: Reponse = { command: '', rowCount: 0, rows: [] }

function lire(resultat: postgres.RowList<postgres.Row[]>): Reponse {
  // Several statements in one text: nobody reads what each gave.
  if (!('command' in resultat)) return RIEN
  // After a statement that failed half-way, postgres.js 3.4.9 leaves as many holes before the
  // first row as it had read rows.
  const rows = 0 in resultat ? resultat.slice() : resultat.filter(() => true)
  return { command: resultat.command, rowCount: resultat.count ?? 0, rows }
}

/**
 * What PostgreSQL or the network said, anew: the driver hangs the statement and its values on it,
 * and makes its trace one that cannot be completed.
 */
function dire(echec: unknown): unknown {
  if (!(echec instanceof Error)) return echec
  if (echec instanceof ErreurDeBase) return new ErreurDeBase(echec.message, { cause: echec.cause })
  return Object.assign(new EchecSql(echec.message), { ...echec, name: 'EchecSql' })
}

/** Once a goodbye is said, how long the other end may take. */
const ADIEU_S = 1

/** One connection and no more; its types are ours, so that none are asked for. */
const USAGES = {
  max: 1,
  connect_timeout: 0,
  idle_timeout: 0,
  max_lifetime: null,
  fetch_types: false,
  transform: { column: { from: enCamel } },
  types: TYPES,
  onnotice: () => {},
}

/**
 * One connection, by a postgres.js of its own whose stream is ours, and is made once: its pool
 * knows neither how to drop one connection nor how long one may wait, and connects again under a
 * transaction (docs/decisions/0081).
 */
class ConnexionPostgres implements Connexion {
  readonly #sql: postgres.Sql
  #flux: Duplex | undefined
  #cause: Error | undefined
  #surPerte: Ouverture['surPerte']
  perdue = false
  pid = 0

  constructor(lieu: Lieu, { parametres = {}, preparer, entendre, surPerte }: Ouverture) {
    this.#surPerte = surPerte
    // Apart: `socket` is in its documentation and `onnotify` in its code, but neither in its types.
    const options = {
      // Told by its errors only: the stream goes where it goes.
      host: 'postgresql',
      user: lieu.user,
      password: lieu.password,
      database: lieu.database,
      ssl: lieu.ssl ?? false,
      socket: () => this.#ouvrir(lieu),
      connection: { application_name: 'releve', ...parametres },
      prepare: preparer,
      ...USAGES,
      onclose: () => this.#perdre(),
      onnotify: entendre,
    }
    this.#sql = postgres(options)
  }

  #ouvrir(lieu: Lieu): Duplex {
    if (this.#flux) throw this.#dire()
    const flux = lieu.ouvrirFlux()
    // Dead before it was given: its event would have nobody to hear it.
    if (flux.errored) {
      flux.on('error', () => {})
      throw flux.errored
    }
    this.#flux = flux
    return flux
  }

  #dire(): Error {
    return this.#cause ?? new ConnexionPerdue('la connexion à la base s’est fermée')
  }

  #perdre(): void {
    this.perdue = true
    this.#surPerte?.(this.#dire())
  }

  async ouvrir({ attenteMs, premier = 'select 1' }: Ouverture): Promise<void> {
    // Postgres.js counts up to the greeting: a pooler greets, and then has one wait for a server.
    const repondu = guetterSilence(attenteMs, () => this.rompre(new ConnexionPerdue(ATTENTE)))
    try {
      const { state } = await this.#sql.unsafe(premier)
      this.pid = state.pid
    } catch (echec) {
      this.#surPerte = undefined
      throw echec instanceof postgres.PostgresError ? dire(echec) : (this.#cause ?? dire(echec))
    } finally {
      repondu()
    }
  }

  async demander(
    texte: string,
    valeurs: readonly unknown[] = [],
    { preparer = false, silenceMs }: Facon = {},
  ): Promise<Reponse> {
    // Its driver would open another, where no transaction is.
    if (this.perdue) throw this.#dire()
    const repondu =
      silenceMs && guetterSilence(silenceMs, () => this.rompre(new ConnexionPerdue(SILENCE)))
    const facon = { prepare: preparer, simple: !preparer && valeurs.length === 0 }
    try {
      return lire(await this.#sql.unsafe(texte, valeurs.map(enTexte), facon))
    } catch (echec) {
      throw echec instanceof postgres.PostgresError ? dire(echec) : (this.#cause ?? dire(echec))
    } finally {
      if (repondu) repondu()
    }
  }

  rompre(cause: Error): void {
    this.#cause ??= cause
    this.perdue = true
    this.#flux?.destroy()
  }

  async fermer(): Promise<void> {
    this.#surPerte = undefined
    await this.#sql.end({ timeout: ADIEU_S })
    this.perdue = true
    this.#flux?.destroy()
  }
}

/** How an absence of answer is told. */
const SILENCE = 'la base ne répond plus'
const ATTENTE = 'la base n’a pas accepté de connexion dans le délai'

/** Opens a connection; fails as PostgreSQL, or the network, says. */
export async function connecter(lieu: Lieu, ouverture: Ouverture): Promise<Connexion> {
  const connexion = new ConnexionPostgres(lieu, ouverture)
  try {
    await connexion.ouvrir(ouverture)
    return connexion
  } catch (echec) {
    await connexion.fermer()
    throw echec
  }
}
