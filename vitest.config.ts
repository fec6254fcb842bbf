import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import type { Maison } from './server/src/platform/base/ouvrir.ts'
import {
  BASE,
  EMBARQUEE,
  PORTEE,
  RAPIDE,
  SANS_BASE,
  SANS_POSTGRES,
  SERVEUR,
  surPostgres,
} from './tools/portee.ts'
import { contratEmis } from './web/contratEmis.ts'

const ailleurs = ['contract', 'tools', 'bench', 'server/seed']
// It compares the screens with the schemas: it has the contract whole, as the server has it.
const entier = 'web/src/regles.test.ts'
// Several windows on one report: it has the platform itself at the other end of its line.
const deux = 'web/src/formulaire/saisie/store/deux.test.ts'

// Files of these tests share their worker's modules: loading them anew costs more than the tests.
// Nothing of ours keeps a state in a module; a test's base and its application are its own.
const isolate = false

// They stop what hangs, on a machine however slow; how long a thing takes is for the bench.
const commun = {
  setupFiles: [join(import.meta.dirname, 'tools/debut.vitest.ts')],
  testTimeout: 300_000,
  hookTimeout: 300_000,
  expect: { poll: { timeout: 120_000 } },
}

/** The tests of the server, in one of its two homes. */
const maison = (name: Maison, include: string[]) => ({
  test: {
    name,
    include,
    exclude: [...BASE, ...SANS_BASE],
    isolate,
    globalSetup: `server/test/maison.${name}.ts`,
    ...commun,
  },
})

const PROJETS = [
  {
    test: {
      name: 'deux',
      include: [deux],
      globalSetup: 'server/test/maison.deux.ts',
      ...commun,
    },
  },
  {
    test: {
      name: 'unite',
      include: [...ailleurs.map((dossier) => `${dossier}/**/*.test.ts`), ...SANS_BASE, entier],
      isolate,
      ...commun,
    },
  },
  {
    test: {
      name: 'base',
      include: BASE,
      exclude: SANS_POSTGRES ? surPostgres() : [],
      ...commun,
    },
  },
  maison('serveur', PORTEE === 'rapide' ? RAPIDE : SERVEUR),
  maison('embarquee', PORTEE === 'rapide' ? RAPIDE : EMBARQUEE),
  {
    plugins: [contratEmis()],
    test: {
      name: 'web',
      include: ['web/src/**/*.test.{ts,tsx}'],
      exclude: [entier, deux],
      // It imports the contract by Node itself, as it does when Vite runs.
      server: { deps: { external: [/web\/contratEmis\.ts$/] } },
      isolate,
      ...commun,
    },
  },
]

/** While one works: what touches no base, and a few files in one home. */
const RAPIDES = ['unite', 'web', SANS_POSTGRES ? 'embarquee' : 'serveur']
const joue = ({ test: { name } }: { test: { name: string } }) =>
  PORTEE === 'rapide' ? RAPIDES.includes(name) : !(SANS_POSTGRES && name === 'serveur')

export default defineConfig({
  test: {
    // One more than the cores: many tests wait (brakes, silent clients, processes that start).
    maxWorkers: availableParallelism() + 1,
    projects: PROJETS.filter(joue),
  },
})
