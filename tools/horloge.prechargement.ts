// Loaded before anything else in every process that the tests start, and in each of its threads
// (`--import`, by NODE_OPTIONS).
import { decaler, readDecalage } from './horloge.ts'

const decalage = readDecalage(process.env.HORLOGE, Date.now())
if (decalage !== 0) {
  // Those that this one starts count from the same instant.
  process.env.HORLOGE = String(decalage)
  decaler(decalage)
}
