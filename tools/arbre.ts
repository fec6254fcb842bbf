// What is installed on a machine without npm: the server, its packages, the built web and Node.
import {
  chmodSync,
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { type Lock, nearest } from './rules/lockfile.ts'

const ROOT = join(import.meta.dirname, '..')
/** The name of the package that carries Node, on the machine that builds. */
export const NODE = `node_modules/node-${process.platform}-${process.arch}`

/**
 * The folders of the packages that a workspace needs to run (the server's, unless `from` says
 * another), as the lock names them; optional ones that this machine does not hold are for others.
 * Throws when another one is missing.
 */
export function listModules({ packages }: Lock, from = 'server'): string[] {
  const seen = new Set<string>()
  const left = [from]
  for (let path = left.pop(); path !== undefined; path = left.pop()) {
    if (seen.has(path)) continue
    seen.add(path)
    const { link, resolved, dependencies, optionalDependencies } = packages[path] ?? {}
    if (link && resolved) left.push(resolved)
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      const found = nearest(packages, path, name)
      if (found) left.push(found)
    }
  }
  return [...seen]
    .filter((path) => path.startsWith('node_modules/'))
    .filter((path) => {
      if (existsSync(join(ROOT, path))) return true
      if (packages[path]?.optional) return false
      throw new Error(`${path} manque : lancez « npm ci ».`)
    })
    .toSorted()
}

/** Whether a file or a folder is taken, by its name. */
type Keep = (name: string) => boolean
const everything: Keep = () => true

/** Node refuses TypeScript below node_modules; maps, tests and measures are for their authors. */
const runs: Keep = (name) =>
  !/\.(map|[cm]?ts)$|\.test\.c?js$|^(tests?|bench(marks?)?|examples?|\.\w+)$/.test(name)
const notTests: Keep = (name) => !/\.(test|banc)\.ts$|^cas$/.test(name)

/** Copies what is kept, with the rights of any installation, whatever the builder's umask. */
function copy(from: string, to: string, keep: Keep): void {
  const stat = lstatSync(from)
  if (stat.isSymbolicLink()) return symlinkSync(readlinkSync(from), to)
  if (!stat.isDirectory()) {
    copyFileSync(from, to)
    return chmodSync(to, stat.mode & 0o100 ? 0o755 : 0o644)
  }
  mkdirSync(to, { recursive: true })
  chmodSync(to, 0o755)
  for (const name of readdirSync(from)) {
    // A package's own packages are named by the lock.
    if (name === 'node_modules' || !keep(name)) continue
    copy(join(from, name), join(to, name), keep)
  }
}

const OURS: [path: string, keep: Keep][] = [
  ['contract/src', notTests],
  ['server/src', notTests],
  ['server/seed', notTests],
  ['server/migrations', everything],
  ['web/dist', everything],
  ['installation', (name) => name !== 'deb' && name !== 'releve'],
  ['docs/exploitation.md', everything],
  ['docs/mise-a-jour.md', everything],
  ['docs/guide-utilisateur.md', everything],
  ['docs/securite.md', everything],
  ...['package.json', 'contract/package.json', 'server/package.json'].map(
    (path): [string, Keep] => [path, everything],
  ),
  ...['LICENSE', 'CHANGELOG.md', 'SECURITY.md'].map((path): [string, Keep] => [path, everything]),
]

const HEAD = `# Les réglages du service Relevé. Après un changement : systemctl restart releve
# Une valeur qui porte une espace, « # » ou « \\ » se met entre apostrophes droites : '…'.`

/** The settings that a service starts from: those of a checkout, with the data where it keeps them. */
export function readSettings(): string {
  const example = readFileSync(join(ROOT, '.env.exemple'), 'utf8')
  const settings = example
    .slice(example.indexOf('\n\n'))
    .replace(/^#DATA_DIR=.*$/m, 'DATA_DIR=/var/lib/releve/donnees')
  return HEAD + settings
}

/** Writes the whole tree into an empty folder. */
export function writeTree(lock: Lock, folder: string): void {
  const put = (from: string, to: string, keep: Keep) => {
    mkdirSync(join(folder, to, '..'), { recursive: true })
    copy(join(ROOT, from), join(folder, to), keep)
  }
  for (const [path, keep] of OURS) put(path, path, keep)
  for (const path of listModules(lock)) put(path, path, runs)
  put(`${NODE}/bin/node`, 'bin/node', everything)
  put(`${NODE}/LICENSE`, 'bin/node.LICENSE', everything)
  put('installation/releve', 'bin/releve', everything)
  writeFileSync(join(folder, 'installation/releve.env'), readSettings(), { mode: 0o644 })
}
