// A private PostgreSQL for tests and benchmarks: its own folder, port and socket, never as root,
// never touching one that already runs.
// node server/test/postgres.ts -- command …   runs the command with DATABASE_URL set.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, mkdtempSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as attendre } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { demanderA, ouvrirClient } from './client.ts'
import type { Garde } from './postgres.gardien.ts'
import { trouverPostgres } from './postgres.installation.ts'

/** A running private server. */
export interface PostgresDeTest {
  /** Address of its base `releve`, which is empty. */
  url: string
  /** Makes one base more, a copy of `releve` if asked (nobody may be using it); its address. */
  ajouterBase(modele?: 'releve'): Promise<string>
  /** Kills it as a power cut would (SIGKILL), keeping its folder. */
  tuer(): Promise<void>
  /** Starts it again after `tuer`, and waits until it answers. */
  relancer(): Promise<void>
  /** Stops it and removes its folder. Done as well when this process dies, however it does. */
  stop(): Promise<void>
}

const DEMARRAGE_MS = 30_000
const REPONSE_MS = 2000
/** As the embedded base: sorted by code point, upper and lower case of all letters. */
const LOCALE = [
  '--lc-collate=C',
  `--lc-ctype=${process.platform === 'darwin' ? 'en_US.UTF-8' : 'C.UTF-8'}`,
]

/** Whom the server runs as: ourselves, or when we are root a user who is not. */
export function compte(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {}
  const comptes = readFileSync('/etc/passwd', 'utf8').split('\n')
  for (const nom of ['postgres', 'nobody']) {
    const [, , uid, gid] = comptes.find((ligne) => ligne.startsWith(`${nom}:`))?.split(':') ?? []
    if (uid !== undefined && gid !== undefined) return { uid: Number(uid), gid: Number(gid) }
  }
  throw new Error('PostgreSQL ne se lance pas en root, et aucun compte postgres ou nobody n’existe')
}

export async function portLibre(): Promise<number> {
  const ecoute = createServer().listen(0, '127.0.0.1')
  await once(ecoute, 'listening')
  const adresse = ecoute.address()
  ecoute.close()
  await once(ecoute, 'close')
  if (typeof adresse !== 'object' || adresse === null) throw new Error('aucun port libre')
  return adresse.port
}

function dossierPour(uid: number | undefined, gid: number | undefined): string {
  // Root's TMPDIR may be closed to others; a socket's path must be short.
  const dossier = mkdtempSync(join(uid === undefined ? tmpdir() : '/tmp', 'releve-pg-'))
  if (uid !== undefined && gid !== undefined) chownSync(dossier, uid, gid)
  chmodSync(dossier, 0o700)
  return dossier
}

async function repond(url: string): Promise<void> {
  const limite = Date.now() + DEMARRAGE_MS
  for (;;) {
    try {
      const client = await ouvrirClient(url, REPONSE_MS)
      return await client.fermer()
    } catch (error) {
      if (Date.now() > limite) throw error
      await attendre(50)
    }
  }
}

async function creerBase(adresse: string, nom: string, modele?: string): Promise<string> {
  await demanderA(
    `${adresse}/postgres`,
    `create database ${nom}${modele ? ` template ${modele}` : ''}`,
  )
  return `${adresse}/${nom}`
}

/**
 * Of a server that ends with its tests, whose bases live as long as a file: nothing waits for the
 * disk, and nothing is tidied behind.
 */
const PASSAGER = {
  fsync: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  synchronous_commit: 'off',
  checkpoint_timeout: '1h',
  max_wal_size: '4GB',
  bgwriter_lru_maxpages: '0',
}

/**
 * Starts a private PostgreSQL (≥ 15), installed first where it is missing and that is possible.
 * `passager`: what it writes need not survive it.
 */
export async function startPostgres({ passager = false } = {}): Promise<PostgresDeTest> {
  const binaires = trouverPostgres()
  const { uid, gid } = compte()
  const dossier = dossierPour(uid, gid)
  const donnees = join(dossier, 'donnees')
  execFileSync(
    join(binaires, 'initdb'),
    ['-D', donnees, '-U', 'releve', '-A', 'trust', '-E', 'UTF8', '--no-sync', ...LOCALE],
    { stdio: ['ignore', 'ignore', 'pipe'], uid, gid, cwd: dossier },
  )
  const port = await portLibre()
  const reglages = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: dossier,
    fsync: 'on',
    max_connections: '100',
    shared_buffers: '64MB',
    ...(passager && PASSAGER),
  }
  const options = Object.entries(reglages).flatMap(([nom, valeur]) => ['-c', `${nom}=${valeur}`])
  const garde: Garde = {
    postgres: join(binaires, 'postgres'),
    dossier,
    arguments: ['-D', donnees, '-p', String(port), ...options],
    uid,
    gid,
  }
  const adresse = `postgres://releve@127.0.0.1:${port}`
  const postgres = garder(garde, adresse)
  await repond(`${adresse}/postgres`)
  await creerBase(adresse, 'releve')
  return postgres
}

function garder(garde: Garde, adresse: string): PostgresDeTest {
  const gardien = spawn(
    process.execPath,
    [fileURLToPath(new URL('./postgres.gardien.ts', import.meta.url)), JSON.stringify(garde)],
    // Detached: Ctrl-C is for us, and the keeper acts once we are gone.
    { stdio: ['pipe', 'pipe', 'inherit'], detached: true, cwd: '/' },
  )
  const url = `${adresse}/releve`
  let ajoutees = 0
  let pid = 0
  const lignes = createInterface({ input: gardien.stdout })
  lignes.on('line', (ligne) => {
    pid = Number(ligne)
  })
  // It must not keep us alive: our death is its signal.
  gardien.unref()
  for (const flux of [gardien.stdin, gardien.stdout]) {
    if ('unref' in flux && typeof flux.unref === 'function') flux.unref()
  }
  return {
    url,
    ajouterBase(modele) {
      ajoutees += 1
      return creerBase(adresse, `releve_${ajoutees}`, modele)
    },
    async tuer() {
      process.kill(pid, 'SIGKILL')
      await attendre(100)
    },
    async relancer() {
      gardien.stdin.write('relancer\n')
      await repond(url)
    },
    async stop() {
      if (gardien.exitCode !== null) return
      gardien.ref()
      gardien.stdin.end()
      await once(gardien, 'exit')
    },
  }
}

async function commande(mots: string[]): Promise<number> {
  const [programme, ...reste] = mots
  if (programme === undefined) throw new Error('usage : node server/test/postgres.ts -- commande …')
  const postgres = await startPostgres()
  const enfant = spawn(programme, reste, {
    stdio: 'inherit',
    env: { ...process.env, DATABASE_URL: postgres.url },
  })
  const [code] = await once(enfant, 'exit')
  await postgres.stop()
  return typeof code === 'number' ? code : 1
}

if (import.meta.main) {
  process.exitCode = await commande(process.argv.slice(process.argv.indexOf('--') + 1))
}
