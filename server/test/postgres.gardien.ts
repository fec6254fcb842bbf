// Keeps one private PostgreSQL for the process that started us, and outlives it just long enough
// to stop the server and remove its folder: our standard input closes however that process dies.
import { type ChildProcess, spawn } from 'node:child_process'
import { openSync, rmSync } from 'node:fs'
import { createInterface } from 'node:readline'

/** What the parent passes, as JSON, in the only argument. */
export interface Garde {
  postgres: string
  dossier: string
  arguments: string[]
  uid: number | undefined
  gid: number | undefined
}

const ARRET_MS = 10_000

// Written by `startPostgres` alone.
const garde = JSON.parse(process.argv[2] ?? '') as Garde
let serveur: ChildProcess | undefined

function lancer(): void {
  const horloge = process.env.HORLOGE_POSTGRES
  const journal = openSync(`${garde.dossier}/journal`, 'a')
  serveur = spawn(garde.postgres, garde.arguments, {
    stdio: ['ignore', journal, journal],
    cwd: garde.dossier,
    // The tests' clock, where they were given one (tools/horloge.c).
    env: { ...process.env, ...(horloge && { LD_PRELOAD: horloge }) },
    uid: garde.uid,
    gid: garde.gid,
  })
  serveur.once('spawn', () => process.stdout.write(`${serveur?.pid}\n`))
  serveur.once('exit', () => {
    serveur = undefined
  })
}

async function arreter(): Promise<void> {
  const mourant = serveur
  if (mourant !== undefined) {
    const fini = new Promise((accepter) => mourant.once('exit', accepter))
    // SIGINT is PostgreSQL's fast shutdown: clients are cut, data is written.
    mourant.kill('SIGINT')
    setTimeout(() => mourant.kill('SIGQUIT'), ARRET_MS).unref()
    await fini
  }
  rmSync(garde.dossier, { recursive: true, force: true, maxRetries: 5 })
  process.exit(0)
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => void arreter())
// The parent may be gone when we answer it.
process.stdout.on('error', () => {})
createInterface({ input: process.stdin })
  .on('line', lancer)
  .on('close', () => void arreter())
lancer()
