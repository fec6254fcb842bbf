import { defineConfig, devices } from '@playwright/test'

// `npm run e2e` (tools/e2e.ts) finds Chromium and a free port; the values here serve a run by hand.
const port = process.env.PORT_E2E ?? '4179'
const executablePath = process.env.CHROMIUM
const address = `http://127.0.0.1:${port}`

/** Nothing leaves for the browser's maker; Chromium's sandbox does not run as root. */
const args = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
]

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.{test,spec}.ts',
  outputDir: 'test-results/e2e',
  forbidOnly: true,
  // One platform, one base: tests share its data, and follow one another.
  workers: 1,
  retries: 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [
    ['list'],
    ['json', { outputFile: process.env.RAPPORT_E2E ?? 'test-results/e2e.json' }],
  ],
  use: {
    ...devices['Desktop Chrome'],
    baseURL: address,
    locale: 'fr-FR',
    timezoneId: 'UTC',
    trace: 'retain-on-failure',
    launchOptions: executablePath ? { args, executablePath } : { args },
  },
  webServer: {
    command: 'node tools/plateforme-e2e.ts',
    url: `${address}/api/sante`,
    timeout: 180_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
    env: { PORT: port, HOST: '127.0.0.1', API_PREFIX: '/api', DATABASE_URL: '', LOG_LEVEL: 'warn' },
  },
})
