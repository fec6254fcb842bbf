// Another process of the platform on DATABASE_URL, whose clock is that of the test: the instants at
// which it stood (first word) and at which that was read (second word). Says its address.
import { createApp } from '../../src/app.ts'
import { openBase } from '../../src/platform/base/ouvrir.ts'
import { readConfig } from '../../src/platform/config.ts'
import { CAUSES, ERREURS_SEULES } from '../causes.ts'

const [depart = 0, lu = 0] = process.argv.slice(2).map(Number)
const base = await openBase({ databaseUrl: process.env.DATABASE_URL, dataDir: '' })
const app = await createApp({
  base,
  config: readConfig(ERREURS_SEULES),
  flux: CAUSES,
  maintenant: () => new Date(depart + Date.now() - lu),
  attendre: async () => {},
})
process.stdout.write(`${await app.listen({ host: '127.0.0.1', port: 0 })}\n`)
