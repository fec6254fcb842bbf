// Runs the browser's tests: finds or installs Chromium, chooses free ports, builds the web.
// Its parameters go to Playwright: `npm run e2e -- saisie --headed`.
import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { ensureChromium } from './chromium.ts'
import { ensureWeb } from './construction.ts'

/** A port that is free now, on the loopback address. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('aucun port libre')
  return address.port
}

try {
  ensureWeb()
  const cli = join(import.meta.dirname, '../node_modules/@playwright/test/cli.js')
  const ended = spawnSync(process.execPath, [cli, 'test', ...process.argv.slice(2)], {
    cwd: join(import.meta.dirname, '..'),
    stdio: 'inherit',
    env: {
      ...process.env,
      CHROMIUM: ensureChromium(),
      PORTS_E2E: `${await freePort()},${await freePort()}`,
    },
  })
  process.exitCode = ended.status ?? 1
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
