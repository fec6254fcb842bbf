import {
  CompiledQuery,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely'
import type { Tables } from '../src/platform/base/tables.ts'
import { NomsPlugin } from '../src/platform/base/valeurs.ts'

const FERMER = CompiledQuery.raw('set default_transaction_read_only = on')
const ROUVRIR = CompiledQuery.raw('reset default_transaction_read_only')

/** Lends a connection of the base for each statement, which PostgreSQL then refuses if it writes. */
class PiloteLecture extends DummyDriver {
  readonly #base: Kysely<Tables>

  constructor(base: Kysely<Tables>) {
    super()
    this.#base = base
  }

  override async acquireConnection(): ReturnType<DummyDriver['acquireConnection']> {
    const vide = await super.acquireConnection()
    return {
      streamQuery: (requete, lot) => vide.streamQuery(requete, lot),
      executeQuery: (requete) =>
        this.#base.getExecutor().provideConnection(async (connexion) => {
          await connexion.executeQuery(FERMER)
          try {
            return await connexion.executeQuery(requete)
          } finally {
            await connexion.executeQuery(ROUVRIR)
          }
        }),
    }
  }
}

/** The same base, whose every statement fails if it writes or locks, in a transaction or not. */
export function surLectureSeule(base: Kysely<Tables>): Kysely<Tables> {
  return new Kysely<Tables>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new PiloteLecture(base),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    plugins: [new NomsPlugin()],
  })
}
