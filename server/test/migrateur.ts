// A process that migrates the base of DATABASE_URL and says how many migrations it applied.
import { migrer } from '../src/platform/base/migrer.ts'
import { openBase } from '../src/platform/base/ouvrir.ts'

const base = await openBase({ databaseUrl: process.env.DATABASE_URL, dataDir: '' })
const appliquees = await migrer(base.db)
await base.close()
console.log(appliquees.length)
