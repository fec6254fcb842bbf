// A second process on DATABASE_URL: it does its own jobs when it is told to, by « calculer » or
// « envoyer » and an instant, and says so once they are done.
import { openBase } from '../../src/platform/base/ouvrir.ts'
import { readConfig } from '../../src/platform/config.ts'
import { createPassage } from './passage.ts'

const base = await openBase({ databaseUrl: process.env['DATABASE_URL'], dataDir: '' })
const passage = createPassage(base.db, readConfig(process.env))
process.on('message', (ordre: [quoi: 'calculer' | 'envoyer', le: number]) => {
  const [quoi, le] = ordre
  void passage[quoi](new Date(le)).then(() => process.send?.('fait'))
})
process.stdout.write('prêt\n')
