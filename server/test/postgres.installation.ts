import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const VERSION_MIN = 15
const DEBIAN = '/usr/lib/postgresql'

function version(binaires: string): number {
  try {
    const dite = execFileSync(join(binaires, 'postgres'), ['--version'], { encoding: 'utf8' })
    return Number(/(\d+)/.exec(dite)?.[1] ?? 0)
  } catch {
    return 0
  }
}

function chercher(): string | null {
  const debian = existsSync(DEBIAN)
    ? readdirSync(DEBIAN)
        .toSorted((a, b) => Number(b) - Number(a))
        .map((numero) => join(DEBIAN, numero, 'bin'))
    : []
  const candidats = [
    ...(process.env.PG_BIN === undefined ? [] : [process.env.PG_BIN]),
    ...debian,
    ...(process.env.PATH ?? '').split(delimiter),
    '/opt/homebrew/opt/postgresql@18/bin',
    '/opt/homebrew/opt/postgresql@17/bin',
  ]
  const complets = candidats.filter(
    (dossier) => existsSync(join(dossier, 'initdb')) && existsSync(join(dossier, 'postgres')),
  )
  return complets.find((dossier) => version(dossier) >= VERSION_MIN) ?? null
}

/** Debian's package creates a cluster and starts it on port 5432: ours must not. */
function installer(): void {
  const dossier = '/etc/postgresql-common'
  const reglage = join(dossier, 'createcluster.conf')
  const absent = !existsSync(reglage)
  if (absent) {
    mkdirSync(dossier, { recursive: true })
    writeFileSync(reglage, 'create_main_cluster = false\n')
  }
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', UCF_FORCE_CONFFOLD: '1' }
  const options = ['-y', '--no-install-recommends', '-o', 'Dpkg::Options::=--force-confold']
  try {
    execFileSync('apt-get', ['update'], { stdio: ['ignore', 'ignore', 'inherit'], env })
    execFileSync('apt-get', ['install', ...options, 'postgresql'], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env,
    })
  } catch (error) {
    if (absent) rmSync(reglage, { force: true })
    throw error
  }
}

function aptEstLa(): boolean {
  return (process.env.PATH ?? '')
    .split(delimiter)
    .some((dossier) => existsSync(join(dossier, 'apt-get')))
}

/**
 * Folder of PostgreSQL's programs (15 or later): `PG_BIN`, Debian's, the PATH's, Homebrew's; else
 * Debian's package is installed when we are root, and otherwise an error says what to do.
 */
export function trouverPostgres(): string {
  const trouve = chercher()
  if (trouve !== null) return trouve
  if (process.getuid?.() === 0 && aptEstLa()) {
    console.error('PostgreSQL manque : installation du paquet de Debian…')
    installer()
    const installe = chercher()
    if (installe !== null) return installe
  }
  throw new Error(
    'PostgreSQL 15 ou plus récent est introuvable : installez-le (Debian : apt-get install postgresql) ' +
      'ou indiquez le dossier de ses programmes dans PG_BIN.',
  )
}
