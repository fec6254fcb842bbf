// Development: the server, restarted when its files change, with demonstration data, and Vite in
// front of it. Stopping this stops both.
import { type ChildProcess, spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { readEnvFile } from '../server/src/platform/config.ts'

readEnvFile()

const ROOT = join(import.meta.dirname, '..')
const vite = join(createRequire(import.meta.url).resolve('vite/package.json'), '../bin/vite.js')
const port = process.env.PORT ?? '3000'

function start(parameters: string[]): ChildProcess {
  return spawn(process.execPath, parameters, {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...process.env, PORT: port, RELEVE_API: `http://127.0.0.1:${port}` },
  })
}

const both = [start(['--watch', 'server/src/main.ts', '--demonstration']), start([vite, 'web'])]
const stop = (): void => {
  for (const child of both) child.kill('SIGTERM')
}
process.on('SIGINT', stop)
process.on('SIGTERM', stop)
for (const child of both) child.on('exit', stop)
