// Global set-up of the tests on a server: one private PostgreSQL, one prepared base to copy.
import type { TestProject } from 'vitest/node'
import { openBase } from '../src/platform/base/ouvrir.ts'
import { startPostgres } from './postgres.ts'
import { preparer } from './preparation.ts'

export default async function setup(projet: TestProject): Promise<() => Promise<void>> {
  const postgres = await startPostgres({ passager: true })
  try {
    const base = await openBase({ databaseUrl: postgres.url, dataDir: '' })
    await preparer(base)
    await base.close()
  } catch (error) {
    await postgres.stop()
    throw error
  }
  projet.provide('maison', 'serveur')
  projet.provide('modele', postgres.url)
  return () => postgres.stop()
}
