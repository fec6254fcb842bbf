// Seals new migrations: adds their fingerprints, and never touches a sealed one. And the engine, as
// it is: results kept by the one before are computed again, unless `--memes-resultats` says that both
// were shown to compute the same.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { migrationsOf, nameOf, readSeals, SEALS, sealOf } from './rules/migrations.ts'
import { ENGINE, sealedEngine } from './rules/moteur.ts'
import { readRepo } from './rules/repo.ts'

const repo = readRepo(join(import.meta.dirname, '..'))
const seals = readSeals(repo)
const fresh = migrationsOf(repo).filter((file) => !(nameOf(file) in seals))
for (const file of fresh) seals[nameOf(file)] = sealOf(file)
writeFileSync(join(repo.root, SEALS), `${JSON.stringify(seals, null, 2)}\n`)
console.log(fresh.length === 0 ? 'Rien de nouveau.' : `Scellé : ${fresh.map(nameOf).join(', ')}`)

const engine = sealedEngine(repo, process.argv.includes('--memes-resultats'))
if (engine !== null) writeFileSync(join(repo.root, ENGINE), engine)
