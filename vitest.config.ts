import { defineConfig } from 'vitest/config'

const serveur = ['server/src/**/*.test.ts']
// The base's own tests open, kill and reopen both homes themselves.
const base = ['server/src/platform/base/**/*.test.ts', 'server/test/**/*.test.ts']
const ailleurs = ['contract', 'tools', 'bench', 'server/seed']

// Files of these tests share their worker's modules: loading them anew costs more than the tests.
// Nothing of ours keeps a state in a module; a test's base and its application are its own.
const isolate = false

// They stop what hangs, on a machine however slow; how long a thing takes is for the bench.
const patience = {
  testTimeout: 60_000,
  hookTimeout: 60_000,
  expect: { poll: { timeout: 20_000 } },
}

export default defineConfig({
  test: {
    // By default one core is left aside: half of a machine that has two.
    maxWorkers: '100%',
    projects: [
      {
        test: {
          name: 'unite',
          include: ailleurs.map((dossier) => `${dossier}/**/*.test.ts`),
          isolate,
          ...patience,
        },
      },
      { test: { name: 'base', include: base, ...patience } },
      {
        test: {
          name: 'embarquee',
          include: serveur,
          exclude: base,
          isolate,
          globalSetup: 'server/test/maison.embarquee.ts',
          ...patience,
        },
      },
      {
        test: {
          name: 'serveur',
          include: serveur,
          exclude: base,
          isolate,
          globalSetup: 'server/test/maison.serveur.ts',
          ...patience,
        },
      },
      { test: { name: 'web', include: ['web/src/**/*.test.{ts,tsx}'], isolate, ...patience } },
    ],
  },
})
