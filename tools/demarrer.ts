// The entry of `npm run demo` and `npm start`, and of a service that starts the platform without
// npm. One process: a signal sent to it reaches the server.
import { ensureWeb } from './construction.ts'

ensureWeb()
await import('../server/src/main.ts')
