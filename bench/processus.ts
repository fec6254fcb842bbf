import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as attendre } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Figures, Tir } from './tireur.ts'

const ATTENTE_MS = 60_000

async function portLibre(): Promise<number> {
  const ecoute = createServer().listen(0, '127.0.0.1')
  await once(ecoute, 'listening')
  const adresse = ecoute.address()
  ecoute.close()
  await once(ecoute, 'close')
  if (adresse === null || typeof adresse === 'string') throw new Error('aucun port libre')
  return adresse.port
}

/** A server under measure. */
export type Serveur = {
  url: string
  /** From the launch of the process to its first answer, in ms. */
  demarrageMs: number
  /** Resident memory now and at its highest, in MB; null where /proc does not tell. */
  memoire(): { actuelle: number; sommet: number } | null
  /** Processor time taken since the start, in ms; null where /proc does not tell. */
  processeur(): number | null
  arreter(): Promise<void>
}

function lireMemoire(pid: number | undefined) {
  try {
    const statut = readFileSync(`/proc/${pid}/status`, 'utf8')
    const mo = (nom: string) => Number(new RegExp(`${nom}:\\s+(\\d+)`).exec(statut)?.[1]) / 1024
    return { actuelle: mo('VmRSS'), sommet: mo('VmHWM') }
  } catch {
    return null
  }
}

/** Ticks of /proc are hundredths of a second on every Linux. */
function lireProcesseur(pid: number | undefined): number | null {
  try {
    const champs = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
    return (Number(champs[11]) + Number(champs[12])) * 10
  } catch {
    return null
  }
}

/**
 * Starts a script of ours with these variables and parameters, and waits for an answer of any kind
 * at `chemin`.
 */
export async function lancer(
  script: string,
  chemin: string,
  env: Record<string, string>,
  parametres: readonly string[] = [],
): Promise<Serveur> {
  const port = await portLibre()
  const url = `http://127.0.0.1:${port}`
  const debut = performance.now()
  const enfant: ChildProcess = spawn(
    process.execPath,
    [
      ...(process.env.BANC_OPTIONS?.split(' ') ?? []),
      // As `npm start` does.
      '--max-semi-space-size=8',
      fileURLToPath(new URL(script, import.meta.url)),
      ...parametres,
    ],
    {
      // Where no developer has a `.env`.
      cwd: import.meta.dirname,
      env: { PATH: process.env.PATH, HOST: '127.0.0.1', PORT: String(port), ...env },
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  )
  const fini = once(enfant, 'exit')
  const tuer = () => enfant.kill('SIGKILL')
  process.once('exit', tuer)
  while (!(await repond(url + chemin))) {
    if (enfant.exitCode !== null || performance.now() - debut > ATTENTE_MS) {
      throw new Error(`${script} ne répond pas`)
    }
    await attendre(5)
  }
  return {
    url,
    demarrageMs: performance.now() - debut,
    memoire: () => lireMemoire(enfant.pid),
    processeur: () => lireProcesseur(enfant.pid),
    async arreter() {
      enfant.kill('SIGTERM')
      await fini
      process.off('exit', tuer)
    },
  }
}

async function repond(url: string): Promise<boolean> {
  try {
    await fetch(url)
    return true
  } catch {
    return false
  }
}

/** Fires from another process, so that what measures is not what serves. */
export async function tirer(tir: Tir): Promise<Figures> {
  const enfant = spawn(process.execPath, [fileURLToPath(new URL('tireur.ts', import.meta.url))], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const sortie = text(enfant.stdout)
  enfant.stdin.end(JSON.stringify(tir))
  return JSON.parse(await sortie)
}
