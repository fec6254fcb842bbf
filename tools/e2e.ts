// Runs the browser's tests: finds or installs Chromium, chooses free ports, builds the web.
// Its parameters go to Playwright: `npm run e2e -- saisie --headed`.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { ensureChromium } from './chromium.ts'
import { ensureWeb } from './construction.ts'
import { freePorts } from './ports.ts'

try {
  ensureWeb()
  const cli = join(import.meta.dirname, '../node_modules/@playwright/test/cli.js')
  const ended = spawnSync(process.execPath, [cli, 'test', ...process.argv.slice(2)], {
    cwd: join(import.meta.dirname, '..'),
    stdio: 'inherit',
    env: {
      ...process.env,
      CHROMIUM: ensureChromium(),
      PORTS_E2E: (await freePorts(3)).join(','),
    },
  })
  process.exitCode = ended.status ?? 1
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
