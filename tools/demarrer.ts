// The entry of `npm run demo` and `npm start`, and of a service that starts the platform without
// npm. One process: a signal sent to it reaches the server.
import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'
import { ensureWeb } from './construction.ts'

// What a start has compiled, the next one reads: a third less work. Beside the code that it comes
// from, so that only who may change this code may change what runs; where it cannot be written,
// Node does without.
enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/releve', import.meta.url)))
ensureWeb()
await import('../server/src/main.ts')
