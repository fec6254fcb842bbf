// Runs the browser's tests: finds or installs Chromium, chooses free ports, builds the web.
// Its parameters go to Playwright: `npm run e2e -- saisie --headed`.
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureChromium } from './chromium.ts'
import { ensureWeb } from './construction.ts'
import { freePorts } from './ports.ts'

const MODELE_E2E = mkdtempSync(join(tmpdir(), 'releve-modele-e2e-'))
process.on('exit', () => rmSync(MODELE_E2E, { recursive: true, force: true }))

try {
  ensureWeb()
  const env = { ...process.env, MODELE_E2E }
  execFileSync(process.execPath, [join(import.meta.dirname, 'modele-e2e.ts')], {
    stdio: 'inherit',
    env,
  })
  const cli = join(import.meta.dirname, '../node_modules/@playwright/test/cli.js')
  const ended = spawnSync(process.execPath, [cli, 'test', ...process.argv.slice(2)], {
    cwd: join(import.meta.dirname, '..'),
    stdio: 'inherit',
    env: {
      ...env,
      CHROMIUM: ensureChromium(),
      PORTS_E2E: (await freePorts(3)).join(','),
    },
  })
  process.exitCode = ended.status ?? 1
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
