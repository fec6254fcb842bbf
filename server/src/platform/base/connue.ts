import pg from 'pg'
import { valeurs as types } from './valeurs.ts'

type Lecteur = (texte: string) => unknown

/** The rows of a prepared statement: each column's name, and how its text is read. */
export type Forme = readonly { nom: string; lire: Lecteur }[]

/** The form of the rows that a statement has just given. */
export const formeDe = ({ fields }: pg.QueryResult): Forme =>
  fields.map(({ name, dataTypeID }) => ({
    nom: name,
    // Text is all that is asked for.
    lire: types.getTypeParser(dataTypeID, 'text') as Lecteur,
  }))

/** `query_timeout`, in ms, is absent from the driver's type. */
type Ordre = pg.QueryConfig & { query_timeout?: number }

/** What is used of the driver's own query, and is absent from its types. */
type Interne = {
  _result: pg.QueryResult
  _canceledDueToError: unknown
  callback: (error: Error | null, result: pg.QueryResult) => void
  prepare(connexion: object): void
}
const interne = pg.Query.prototype as unknown as Interne

/** The connection of each client, without the question whose answer is known. */
const muettes = new WeakMap<object, object>()

function sansDescription(connexion: object): object {
  const muette = muettes.get(connexion) ?? Object.create(connexion, { describe: { value() {} } })
  muettes.set(connexion, muette)
  return muette
}

/**
 * A statement that this connection has prepared and whose rows are known: PostgreSQL is not asked
 * again what they are, nor its answer read. It refuses to run a prepared statement whose columns
 * have changed since (`cached plan must not change result type`), so that what is known stays true.
 */
class RequeteConnue extends pg.Query {
  readonly query_timeout: number | undefined
  readonly #forme: Forme

  constructor(ordre: Ordre, forme: Forme) {
    // Given an object, the driver would copy it property by property.
    super(ordre.text)
    Object.assign(this, { name: ordre.name, values: ordre.values })
    this.query_timeout = ordre.query_timeout
    this.#forme = forme
  }

  /** Called by `pg` to send the statement. */
  prepare(connexion: object): void {
    interne.prepare.call(this, sansDescription(connexion))
  }

  /** Called by `pg` for each row: its columns as texts. */
  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    const moi = this as unknown as Interne
    try {
      moi._result.rows.push(this.#lire(fields))
    } catch (error) {
      // Told once the answer is over, as the driver's own does.
      moi._canceledDueToError ??= error
    }
  }

  #lire(fields: (string | null)[]): Record<string, unknown> {
    const rangee: Record<string, unknown> = {}
    let rang = 0
    for (const { nom, lire } of this.#forme) {
      const texte = fields[rang++] ?? null
      rangee[nom] = texte === null ? null : lire(texte)
    }
    return rangee
  }
}

/** Runs a prepared statement whose rows are known; `ordre` has a name. */
export function executer(
  client: pg.PoolClient,
  ordre: Ordre,
  forme: Forme,
): Promise<pg.QueryResult> {
  const requete = new RequeteConnue(ordre, forme)
  return new Promise((rendre, echouer) => {
    Object.assign(requete, {
      callback: (error: Error | null, result: pg.QueryResult) =>
        error ? echouer(error) : rendre(result),
    })
    client.query(requete)
  })
}
