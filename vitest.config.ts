import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { contratEmis } from './web/contratEmis.ts'

// A file that touches no base says so by its name: once is enough, and none is given to it.
const sansBase = ['server/src/**/*.unite.test.ts']
const serveur = ['server/src/**/*.test.ts', 'server/test/{droits,entrelacs}/*.test.ts']
// The base's own tests open, kill and reopen both homes themselves.
const base = ['server/src/platform/base/**/*.test.ts', 'server/test/*.test.ts']
const ailleurs = ['contract', 'tools', 'bench', 'server/seed']
// It compares the screens with the schemas: it has the contract whole, as the server has it.
const entier = 'web/src/regles.test.ts'
// Several windows on one report: it has the platform itself at the other end of its line.
const deux = 'web/src/formulaire/saisie/store/deux.test.ts'

// Files of these tests share their worker's modules: loading them anew costs more than the tests.
// Nothing of ours keeps a state in a module; a test's base and its application are its own.
const isolate = false

// They stop what hangs, on a machine however slow; how long a thing takes is for the bench.
const patience = {
  testTimeout: 300_000,
  hookTimeout: 300_000,
  expect: { poll: { timeout: 120_000 } },
}

export default defineConfig({
  test: {
    // One more than the cores: many tests wait (brakes, silent clients, processes that start).
    maxWorkers: availableParallelism() + 1,
    projects: [
      {
        test: {
          name: 'deux',
          include: [deux],
          globalSetup: 'server/test/maison.deux.ts',
          ...patience,
        },
      },
      {
        test: {
          name: 'unite',
          include: [...ailleurs.map((dossier) => `${dossier}/**/*.test.ts`), ...sansBase, entier],
          isolate,
          ...patience,
        },
      },
      { test: { name: 'base', include: base, ...patience } },
      {
        test: {
          name: 'embarquee',
          include: serveur,
          exclude: [...base, ...sansBase],
          isolate,
          globalSetup: 'server/test/maison.embarquee.ts',
          ...patience,
        },
      },
      {
        test: {
          name: 'serveur',
          include: serveur,
          exclude: [...base, ...sansBase],
          isolate,
          globalSetup: 'server/test/maison.serveur.ts',
          ...patience,
        },
      },
      {
        plugins: [contratEmis()],
        test: {
          name: 'web',
          include: ['web/src/**/*.test.{ts,tsx}'],
          exclude: [entier, deux],
          // It imports the contract by Node itself, as it does when Vite runs.
          server: { deps: { external: [/web\/contratEmis\.ts$/] } },
          isolate,
          ...patience,
        },
      },
    ],
  },
})
