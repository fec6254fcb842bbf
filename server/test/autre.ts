import { sql } from 'kysely'
import { inject } from 'vitest'
import { type BaseOuverte, openBase } from '../src/platform/base/ouvrir.ts'

/**
 * The base as another process of the platform holds it: on a server, by connections of its own. The
 * embedded base has one process: it is given back, and closing it does nothing.
 */
export async function ouvrirAutreBase(base: BaseOuverte): Promise<BaseOuverte> {
  if (inject('maison') === 'embarquee') return { ...base, close: async () => {} }
  const { rows } = await sql<{ nom: string }>`select current_database() as nom`.execute(base.db)
  const adresse = new URL(inject('modele'))
  adresse.pathname = `/${rows[0]?.nom}`
  return openBase({ databaseUrl: adresse.href, dataDir: '' })
}
