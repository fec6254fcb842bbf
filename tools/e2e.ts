// Runs the browser's tests: finds or installs Chromium, chooses free ports, builds the web.
// Its parameters go to Playwright: `npm run e2e -- saisie --headed`.
import { spawnSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { ensureChromium } from './chromium.ts'
import { ensureWeb } from './construction.ts'

/**
 * Ports that are free now, on the loopback address. All held until the last is known, so that no
 * two are the same; below those that the system lends to outgoing connections, which would take
 * one before it serves.
 */
async function freePorts(count: number): Promise<number[]> {
  const held = new Map<number, Server>()
  while (held.size < count) {
    const port = randomInt(15_000, 32_000)
    const server = createServer().listen(port, '127.0.0.1')
    const free = await once(server, 'listening').then(
      () => true,
      () => false,
    )
    if (free) held.set(port, server)
  }
  await Promise.all([...held.values()].map((server) => once(server.close(), 'close')))
  return [...held.keys()]
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
      PORTS_E2E: (await freePorts(2)).join(','),
    },
  })
  process.exitCode = ended.status ?? 1
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
