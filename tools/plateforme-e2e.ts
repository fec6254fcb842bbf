// The platform that the browser's tests visit: demonstration data, embedded base, a folder of its
// own that goes with it.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const folder = mkdtempSync(join(tmpdir(), 'releve-e2e-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
process.env.DATA_DIR = folder
process.argv.push('--demonstration')
await import('../server/src/main.ts')
