// Read before each file of Vitest's, whatever it tests: its properties draw from a seed of ours,
// and what it costs is noted.
import fc from 'fast-check'
import { afterAll } from 'vitest'
import { noteCost } from './couts.ts'
import { seedsOf } from './graines.ts'
import { ownSeconds } from './processeur.ts'

const [seed] = seedsOf('proprietes')
fc.configureGlobal({ seed })

const before = ownSeconds()
// oxlint-disable-next-line no-empty-pattern -- Vitest reads which fixtures it wants: none.
afterAll(({}, { file }) => noteCost(`${file.projectName} ${file.name}`, ownSeconds() - before))
