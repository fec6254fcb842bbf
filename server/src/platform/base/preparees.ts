import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type pg from 'pg'
import { codeDe } from './erreurs.ts'

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

/**
 * The pool as Kysely uses it, with statements that come back prepared once per connection: parsing
 * and planning cost PostgreSQL more than running most of ours.
 */
export function preparer(pool: pg.Pool): PostgresPool {
  const noms = new Noms()
  const habilles = new WeakMap<pg.PoolClient, PostgresPoolClient>()
  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      const client = await pool.connect()
      const habille = habilles.get(client) ?? habiller(client, noms)
      habilles.set(client, habille)
      return habille
    },
  }
}

const OUVERTURE = /^(begin|start transaction)\b/
const OUVERTE = { command: 'BEGIN', rowCount: 0, rows: [] }

function habiller(client: pg.PoolClient, noms: Noms): PostgresPoolClient {
  const query = async (texte: string, valeurs: readonly unknown[]) => {
    if (OUVERTURE.test(texte)) {
      // Not waited for: the statement that follows is sent behind it, and fails if it did.
      client.query(texte).catch(() => {})
      return OUVERTE
    }
    const nom = valeurs.length === 0 ? undefined : noms.de(texte)
    try {
      return await client.query({ name: nom, text: texte, values: [...valeurs] })
    } catch (error) {
      if (nom !== undefined && codeDe(error) === PLAN_PERIME) noms.oublier(texte)
      throw error
    }
  }
  return {
    // Kysely's type also covers cursors, which we do not give it.
    query: query as unknown as PostgresPoolClient['query'],
    release: (detruire) => client.release(detruire),
  }
}
