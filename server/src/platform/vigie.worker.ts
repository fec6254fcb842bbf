// Watches what its process takes, native code included, and ends it beyond what it may: what holds
// the process's own thread could not be asked to stop.
import { workerData } from 'node:worker_threads'
import type { Bornes } from './apart.reponse.ts'

// Given by whoever starts it.
const { processeur, residente = Number.POSITIVE_INFINITY } = workerData as Bornes
const RONDE_MS = 100

function estDepasse(): boolean {
  const { user, system } = process.cpuUsage()
  const trop = (user + system) / 1000 > processeur
  return trop || process.memoryUsage.rss() > residente * 1_000_000
}

setInterval(() => {
  if (estDepasse()) process.kill(process.pid, 'SIGKILL')
}, RONDE_MS)
