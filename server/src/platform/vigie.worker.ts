// Watches the memory of its process, native code included, and ends it beyond what it may take:
// what holds the process's own thread could not be asked to stop.
import { workerData } from 'node:worker_threads'

// Megabytes, given by whoever starts it.
const { memoire } = workerData as { memoire: number }
const RONDE_MS = 100

setInterval(() => {
  if (process.memoryUsage.rss() > memoire * 1_000_000) process.kill(process.pid, 'SIGKILL')
}, RONDE_MS)
