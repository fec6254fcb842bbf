// A process that sends the reminders of the calendar on DATABASE_URL, at the instant given, and
// says how many reports it reminded of.
import { openBase } from '../src/platform/base/ouvrir.ts'
import { relancerSelonCalendrier } from '../src/relance/automatique.ts'

const base = await openBase({ databaseUrl: process.env.DATABASE_URL, dataDir: '' })
process.stdout.write('prêt\n')
const maintenant = new Date(process.argv[2] ?? '')
const nombre = await relancerSelonCalendrier(base.db, { url: 'https://releve.exemple', maintenant })
process.stdout.write(`${nombre}\n`)
await base.close()
