import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '..')
const BUILT = 'web/dist/index.html'
const SOURCES = [
  'web/src',
  'web/public',
  'web/index.html',
  'web/vite.config.ts',
  'web/contratEmis.ts',
  'contract/src',
]

/** Time of the last change below a path, in ms; 0 when it does not exist. */
function changedAt(path: string): number {
  if (!existsSync(path)) return 0
  const stat = statSync(path)
  if (!stat.isDirectory()) return stat.mtimeMs
  // A file removed changes its folder only.
  const inside = readdirSync(path).map((name) => changedAt(join(path, name)))
  return Math.max(stat.mtimeMs, ...inside)
}

/** Whether the web must be built: never was, or one of its sources is newer than its build. */
export function isStale(root: string): boolean {
  const built = changedAt(join(root, BUILT))
  return SOURCES.some((source) => changedAt(join(root, source)) > built)
}

/** Where Vite stands; null in an installation without its development packages. */
function findVite(): string | null {
  try {
    const manifest = createRequire(import.meta.url).resolve('vite/package.json')
    return join(manifest, '../bin/vite.js')
  } catch {
    return null
  }
}

function stop(sentence: string): never {
  console.error(sentence)
  process.exit(1)
}

/**
 * Builds the web when it is missing or stale; stops the process with a sentence when it cannot.
 * What the bundler warned of, also printed; empty when nothing had to be built.
 */
export function ensureWeb(): string {
  if (!isStale(ROOT)) return ''
  const vite = findVite()
  if (vite === null) {
    if (existsSync(join(ROOT, BUILT))) return ''
    stop('Le site n’est pas construit\u00a0: lancez «\u00a0npm ci && npm run build\u00a0».')
  }
  console.log('Construction du site (quelques secondes)…')
  const built = spawnSync(process.execPath, [vite, 'build', '--logLevel', 'warn'], {
    cwd: join(ROOT, 'web'),
    encoding: 'utf8',
    // A test that builds it says « test », and the bundler would take React's development edition.
    env: { ...process.env, NODE_ENV: 'production' },
  })
  const warnings = built.stdout + built.stderr
  process.stderr.write(warnings)
  if (built.status !== 0) stop('La construction du site a échoué\u00a0: voyez ci-dessus.')
  return warnings
}

// A newcomer reads a warning as a fault: a clean checkout builds without one.
if (import.meta.main && ensureWeb() !== '') stop('La construction avertit\u00a0: voyez ci-dessus.')
