import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type pg from 'pg'
import { TEMOINS } from '../temoins.ts'
import { ecritEvenement } from './annonce.ts'
import { executer, type Forme, formeDe } from './connue.ts'
import { codeDe, estConnexionPerdue, IssueIncertaine } from './erreurs.ts'

/** Plans cost memory in each connection, and texts made of lists of values have no end. */
const NOMS_MAX = 300
const VUES_MAX = 2000
/** « cached plan must not change result type »: a newer process has migrated under us. */
const PLAN_PERIME = '0A000'

/** Which statements are prepared, and under which name: from the second time they are seen. */
class Noms {
  readonly #noms = new Map<string, string>()
  #vues = new Set<string>()
  #dernier = 0

  de(texte: string): string | undefined {
    const nom = this.#noms.get(texte)
    if (nom !== undefined) return nom
    if (!this.#vues.has(texte)) {
      if (this.#vues.size >= VUES_MAX) this.#vues = new Set()
      this.#vues.add(texte)
      return undefined
    }
    if (this.#noms.size >= NOMS_MAX) return undefined
    this.#dernier += 1
    const nouveau = `r${this.#dernier}`
    this.#noms.set(texte, nouveau)
    return nouveau
  }

  oublier(texte: string): void {
    this.#noms.delete(texte)
  }
}

/** What the pool watches over, besides preparing. */
export interface Surveillance {
  /** How long a statement may stay without its answer, in ms; absent, for ever. */
  silenceMaxMs?: number
  /** Hears of every statement that failed. */
  surEchec?: (error: unknown) => void
  /** Hears that events have been committed. */
  surEvenement?: () => void
}

/**
 * The pool as Kysely uses it, with statements that come back prepared once per connection: parsing
 * and planning cost PostgreSQL more than running most of ours. A connection that was lost or stays
 * silent is never used again: the statement fails, and the connection is destroyed.
 */
export function preparer(pool: pg.Pool, surveillance: Surveillance = {}): PostgresPool {
  const noms = new Noms()
  const habilles = new WeakMap<pg.PoolClient, PostgresPoolClient>()
  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      const client = await pool.connect()
      const habille = habilles.get(client) ?? habiller(client, noms, surveillance)
      habilles.set(client, habille)
      return habille
    },
  }
}

/** What has a plan. The rest (`commit`, `set`, a migration) is said once, or costs nothing to read. */
const PREPARABLE = /^\s*(select|with|insert|update|delete)\b/

const OUVERTURE = /^(begin|start transaction)\b/
const OUVERTE = { command: 'BEGIN', rowCount: 0, rows: [] }
const DEFAITE = { command: 'ROLLBACK', rowCount: 0, rows: [] }
/** Where the server's own limit is lifted (migrations, backups), so is ours. */
const LEVEE = /^set (local )?statement_timeout = 0$/
const RETABLIE = /^(reset statement_timeout|commit|rollback)$/

/** Follows the transactions of one connection, for what its statements write. */
function suivreTransactions(surEvenement: () => void) {
  let ouverte = false
  let ecrit = false
  return {
    ouvrir() {
      ouverte = true
      ecrit = false
    },
    /** Whether this statement commits an act: lost under it, nobody knows whether it did. */
    valide: (texte: string) => texte === 'commit' || (!ouverte && ecritEvenement(texte)),
    /** A statement has succeeded, or may have: one call too many does no harm. */
    passer(texte: string) {
      ecrit ||= ecritEvenement(texte)
      if (texte === 'rollback') ecrit = false
      if (texte === 'rollback' || texte === 'commit') ouverte = false
      if (ouverte || !ecrit) return
      ecrit = false
      surEvenement()
    },
  }
}

function habiller(
  client: pg.PoolClient,
  noms: Noms,
  { silenceMaxMs, surEchec, surEvenement = () => {} }: Surveillance,
): PostgresPoolClient {
  const suivi = suivreTransactions(surEvenement)
  /** By name of statement: only those that this connection has prepared. */
  const formes = new Map<string | undefined, Forme>()
  let silence = silenceMaxMs
  let perdue = false
  const echouer = (texte: string, error: unknown): never => {
    surEchec?.(error)
    if (!estConnexionPerdue(error)) throw error
    perdue = true
    if (!suivi.valide(texte)) throw error
    suivi.passer(texte)
    throw new IssueIncertaine('validation sans réponse', { cause: error })
  }
  const query = async (texte: string, valeurs: readonly unknown[]) => {
    if (OUVERTURE.test(texte)) {
      suivi.ouvrir()
      // Not waited for: the statement that follows is sent behind it, and fails if it did.
      client.query({ text: texte, ...(silence && { query_timeout: silence }) }).catch(() => {})
      return OUVERTE
    }
    // The server undoes what a lost connection had begun, and the first failure is the one to tell.
    if (perdue && texte === 'rollback') return DEFAITE
    const nom = PREPARABLE.test(texte) ? noms.de(texte) : undefined
    if (LEVEE.test(texte)) silence = undefined
    TEMOINS.requete.publish(texte)
    const ordre = {
      text: texte,
      values: [...valeurs],
      ...(nom !== undefined && { name: nom }),
      ...(silence && { query_timeout: silence }),
    }
    try {
      const forme = formes.get(nom)
      const result = await (forme ? executer(client, ordre, forme) : client.query(ordre))
      if (nom !== undefined && !forme) formes.set(nom, formeDe(result))
      suivi.passer(texte)
      return result
    } catch (error) {
      if (nom !== undefined && codeDe(error) === PLAN_PERIME) noms.oublier(texte)
      return echouer(texte, error)
    } finally {
      if (RETABLIE.test(texte)) silence = silenceMaxMs
    }
  }
  return {
    // Kysely's type also covers cursors, which we do not give it.
    query: query as unknown as PostgresPoolClient['query'],
    release: (detruire) => client.release(detruire || perdue),
  }
}
