import { sql } from 'kysely'
import { inject } from 'vitest'
import { type BaseOuverte, openBase } from '../src/platform/base/ouvrir.ts'

/** The address of a base of these tests on the server, for another process. */
export async function lireAdresse({ db }: BaseOuverte): Promise<string> {
  const { rows } = await sql<{ nom: string }>`select current_database() as nom`.execute(db)
  const adresse = new URL(inject('modele'))
  adresse.pathname = `/${rows[0]?.nom}`
  return adresse.href
}

/**
 * The base as another process of the platform holds it: on a server, by connections of its own. The
 * embedded base has one process: it is given back, and closing it does nothing.
 */
export async function ouvrirAutreBase(base: BaseOuverte): Promise<BaseOuverte> {
  if (inject('maison') === 'embarquee') return { ...base, close: async () => {} }
  return openBase({ databaseUrl: await lireAdresse(base), dataDir: '' })
}
