import { join } from 'node:path'
import { defineConfig, devices } from '@playwright/test'
import { ERREURS_SEULES } from './server/test/causes.ts'
import { NON_JOUES } from './tools/portee.ts'

// `npm run e2e` (tools/e2e.ts) finds Chromium and free ports; the values here serve a run by hand.
const ports = (process.env.PORTS_E2E ?? '4178,4179,4180').split(',')
const executablePath = process.env.CHROMIUM

/** Nothing leaves for the browser's maker; Chromium's sandbox does not run as root. */
const args = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
]

/** Of the others, those of the second half of the alphabet: three platforms share what is played. */
const SUITE = '**/[i-z]*.test.ts'

/** Tests that look at screens and change nothing that another test reads. */
const ECRANS = ['accessibilite', 'affichage', 'coquille*', 'focus', 'poids', 'vitrine'].map(
  (nom) => `**/${nom}.test.ts`,
)

const adresse = (port = '') => `http://127.0.0.1:${port}`

/** The tests of a project share one platform and its base: they follow one another. */
const projet = (name: string, port?: string) => ({
  name,
  workers: 1,
  use: { baseURL: adresse(port) },
})

const plateforme = (port = '') => ({
  command: 'node tools/plateforme-e2e.ts',
  url: `${adresse(port)}/api/sante`,
  timeout: 180_000,
  gracefulShutdown: { signal: 'SIGTERM' as const, timeout: 10_000 },
  env: {
    PORT: port,
    HOST: '127.0.0.1',
    API_PREFIX: '/api',
    DATABASE_URL: '',
    // The tests' own receivers.
    WEBHOOK_NETWORKS: '127.0.0.0/8',
    ...ERREURS_SEULES,
  },
  // Why it answered 500 stands among what the tests say.
  stdout: 'pipe' as const,
})

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.{test,spec}.ts',
  grepInvert: NON_JOUES,
  outputDir: 'test-results/e2e',
  forbidOnly: true,
  retries: 0,
  // They stop what hangs: how long anything should take is for `npm run bench` to say.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  reporter: [
    ['list'],
    [join(import.meta.dirname, 'tools/couts.playwright.ts')],
    ['json', { outputFile: process.env.RAPPORT_E2E ?? 'test-results/e2e.json' }],
  ],
  use: {
    ...devices['Desktop Chrome'],
    locale: 'fr-FR',
    timezoneId: 'UTC',
    // Only the tests that cut the network for good have one: elsewhere files come from the server.
    serviceWorkers: 'block',
    // What a failing test did, `TRACE=1` keeps: each would pay a fifth more for the one that fails.
    trace: process.env.TRACE ? { mode: 'retain-on-failure', screenshots: false } : 'off',
    launchOptions: executablePath ? { args, executablePath } : { args },
  },
  // Three platforms, side by side: what waits in one leaves its core to the others.
  workers: 3,
  projects: [
    { ...projet('ecrans', ports[0]), testMatch: ECRANS },
    { ...projet('parcours', ports[1]), testIgnore: [...ECRANS, SUITE] },
    { ...projet('suite', ports[2]), testMatch: SUITE, testIgnore: ECRANS },
  ],
  webServer: ports.map((port) => plateforme(port)),
})
