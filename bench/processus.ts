import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as attendre } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { ouvrirClient } from './client.ts'
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

/** In ms: by the server itself, and by all the processes of the PostgreSQL behind it. */
export type Processeur = { serveur: number; base: number }

/** A server under measure. */
export type Serveur = {
  url: string
  /** From the launch of the process to its first answer, in ms. */
  demarrageMs: number
  /** Resident memory now and at its highest, in MB; null where /proc does not tell. */
  memoire(): { actuelle: number; sommet: number } | null
  /** Processor time taken since the start, in ms; null where /proc does not tell. */
  processeur(): Processeur | null
  /**
   * Processor time, in ms, and the most resident memory, in MB, of the process that it started for
   * this program; null when none runs.
   */
  apart(programme: string): { processeur: number; sommet: number } | null
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

/** What the kernel counts of a process, in ms: its own, and of those of its children that ended. */
type Temps = { parent: number; propre: number; enfants: number }

/** Ticks of /proc are hundredths of a second on every Linux. */
function lireTemps(pid: number | string | undefined): Temps | null {
  try {
    const champs = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
    const ms = (rang: number) => Number(champs[rang]) * 10
    return { parent: Number(champs[1]), propre: ms(11) + ms(12), enfants: ms(13) + ms(14) }
  } catch {
    return null
  }
}

/** The process that every other of this PostgreSQL comes from; null when it is not on this machine. */
async function trouverPostgres(url: string): Promise<number | null> {
  const client = await ouvrirClient(url)
  try {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    return lireTemps(rows[0]?.pid)?.parent ?? null
  } finally {
    await client.end()
  }
}

/** A process and its children, those that ended too. */
function lireFamille(pid: number): number {
  const lui = lireTemps(pid)
  const enfants = readdirSync('/proc')
    .filter((nom) => /^\d+$/.test(nom))
    .map(lireTemps)
    .filter((temps) => temps?.parent === pid)
    .reduce((total, temps) => total + (temps?.propre ?? 0), 0)
  return enfants + (lui?.propre ?? 0) + (lui?.enfants ?? 0)
}

/** The child of this process that runs this program. */
function lireApart(parent: number | undefined, programme: string): ReturnType<Serveur['apart']> {
  const pid = readdirSync('/proc').find((nom) => /^\d+$/.test(nom) && estSien(nom))
  const temps = lireTemps(pid)
  const memoire = lireMemoire(Number(pid))
  return temps && memoire ? { processeur: temps.propre, sommet: memoire.sommet } : null

  function estSien(nom: string): boolean {
    try {
      if (lireTemps(nom)?.parent !== parent) return false
      return readFileSync(`/proc/${nom}/cmdline`, 'utf8').includes(programme)
    } catch {
      // It has ended meanwhile.
      return false
    }
  }
}

function lireProcesseur(pid: number | undefined, postgres: number | null): Processeur | null {
  const serveur = lireTemps(pid)
  if (serveur === null || postgres === null) return null
  return { serveur: serveur.propre, base: lireFamille(postgres) }
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
  const demarrageMs = performance.now() - debut
  const postgres = env.DATABASE_URL ? await trouverPostgres(env.DATABASE_URL) : null
  return {
    url,
    demarrageMs,
    memoire: () => lireMemoire(enfant.pid),
    processeur: () => lireProcesseur(enfant.pid, postgres),
    apart: (programme) => lireApart(enfant.pid, programme),
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
