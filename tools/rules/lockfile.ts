import type { Fault, Repo, Rule } from './repo.ts'

export const LOCK = 'package-lock.json'

/** A package as `package-lock.json` describes it, as far as we look at it. */
export type Locked = {
  version?: string
  resolved?: string
  integrity?: string
  link?: boolean
  hasInstallScript?: boolean
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  dev?: boolean
  license?: string
  optional?: boolean
  os?: string[]
  cpu?: string[]
  libc?: string[]
  engines?: Record<string, string>
}
export type Lock = { packages: Record<string, Locked> }

/** The lock file of a checkout; null when it has none. */
export function readLock(repo: Repo): Lock | null {
  const file = repo.files.find(({ path }) => path === LOCK)
  // npm writes this file: its shape is npm's, version 3.
  return file ? (JSON.parse(file.text) as Lock) : null
}

/** Where Node would look for `name` from the package at `path`, nearest first. */
function places(path: string, name: string): string[] {
  const outer = path.lastIndexOf('node_modules/')
  const here = path === '' ? `node_modules/${name}` : `${path}/node_modules/${name}`
  if (path === '') return [here]
  return [here, ...places(outer <= 0 ? '' : path.slice(0, outer - 1), name)]
}

/** The package that `name` is from the one at `path`; undefined when the lock does not hold it. */
export function nearest(packages: Lock['packages'], path: string, name: string) {
  return places(path, name).find((place) => place in packages)
}

export type Missing = { parent: string; name: string; version: string }

/** Optional packages that the lock asks for, and does not hold: `npm ci` refuses it. */
export function missingOptionals({ packages }: Lock): Missing[] {
  return Object.entries(packages).flatMap(([parent, { optionalDependencies = {} }]) =>
    Object.entries(optionalDependencies)
      .filter(([name]) => nearest(packages, parent, name) === undefined)
      .map(([name, version]) => ({ parent, name, version })),
  )
}

/** The name of the package at this place of the lock. */
export const nameOf = (path: string) => path.slice(path.lastIndexOf('node_modules/') + 13)

/** Packages of a registry that npm would take unproved: without the fingerprint of their bytes. */
export const listUnproved = ({ packages }: Lock): [path: string, Locked][] =>
  Object.entries(packages).filter(
    ([path, { link, integrity }]) => path.includes('node_modules/') && !link && !integrity,
  )

function lockFaults(lock: Lock): string[] {
  const entries = Object.entries(lock.packages)
  const missing = missingOptionals(lock).map(
    ({ name }) => `${name} manque : lancez « npm run verrouiller »`,
  )
  const hosts = entries.filter(([, { resolved, link }]) => resolved && !link)
  // macOS's file watcher carries its binary: its script does nothing more.
  const scripts = entries.filter(
    ([path, { hasInstallScript }]) => hasInstallScript && !path.endsWith('/fsevents'),
  )
  const unproved = listUnproved(lock).map(
    ([path]) => `${path} n’a pas d’empreinte : lancez « npm run verrouiller »`,
  )
  return [
    ...missing,
    ...unproved,
    ...hosts.map(([path]) => `${path} nomme un registre`),
    ...scripts.map(([path]) => `${path} a un script d’installation`),
  ]
}

/** Exact versions only: npm under an old Node resolves older ones. */
function rangeFaults({ packages }: Lock): string[] {
  const ours = Object.entries(packages).filter(([path]) => !path.includes('node_modules/'))
  return ours.flatMap(([path, { dependencies, devDependencies, optionalDependencies }]) =>
    Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies })
      .filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))
      .map(([name, version]) => `${path || 'racine'} : ${name} « ${version} » n’est pas exacte`),
  )
}

/** A lock that `npm ci` takes on any machine, and that runs no script (decision 0001). */
export const lockfile: Rule = {
  name: 'paquets verrouillés',
  check: (repo) => {
    const lock = readLock(repo)
    if (lock === null) return []
    return [...lockFaults(lock), ...rangeFaults(lock)].map(
      (message): Fault => ({ path: LOCK, line: 0, message }),
    )
  },
}
