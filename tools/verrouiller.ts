// Completes package-lock.json. Packages with native code come as one optional package per platform;
// npm leaves out of the lock those that its registry did not answer for, then `npm ci` refuses that
// very lock. They are added, and each package that has no fingerprint is given the one that the
// registry publishes: without it, npm would take whatever bytes are served.
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  LOCK,
  type Locked,
  listUnproved,
  missingOptionals,
  nameOf,
  readLock,
} from './rules/lockfile.ts'
import { readRepo } from './rules/repo.ts'

const SYSTEMS = ['aix', 'android', 'darwin', 'freebsd', 'linux', 'openharmony', 'win32']
const PROCESSORS = ['arm', 'arm64', 'ia32', 'ppc64', 'riscv64', 's390x', 'x64']

/** `@biomejs/cli-linux-x64-musl`: Linux, x64, musl. Throws on a name that does not say. */
function platformOf(name: string): Pick<Locked, 'os' | 'cpu' | 'libc'> {
  const parts = name.split(/[-/]/)
  const os = SYSTEMS.find((system) => parts.includes(system))
  const cpu = PROCESSORS.find((processor) => parts.includes(processor))
  if (!os || !cpu) throw new Error(`${name} : plateforme inconnue, complétez ${LOCK} à la main`)
  if (os !== 'linux' || cpu === 'arm') return { os: [os], cpu: [cpu] }
  return { os: [os], cpu: [cpu], libc: [parts.includes('musl') ? 'musl' : 'glibc'] }
}

/** As npm publishes it. Throws when the registry does not answer. */
function fingerprintOf(path: string, { version }: Locked): string {
  const asked = ['view', `${nameOf(path)}@${version}`, 'dist.integrity']
  const said = execFileSync('npm', asked, { encoding: 'utf8' }).trim()
  if (!/^sha512-\S+$/.test(said)) throw new Error(`${path} : aucune empreinte au registre`)
  return said
}

/** The same entry, in npm's own order of keys: its next run changes nothing. */
const proved = ({ version, ...rest }: Locked, integrity: string): Locked => ({
  ...(version && { version }),
  integrity,
  ...rest,
})

const root = join(import.meta.dirname, '..')
const lock = readLock(readRepo(root))
if (!lock) throw new Error(`${LOCK} est absent : lancez npm install`)
const missing = missingOptionals(lock)
for (const { parent, name, version } of missing) {
  const { dev, license, engines } = lock.packages[parent] ?? {}
  const { os, cpu, libc } = platformOf(name)
  // In npm's own order, so that its next run changes nothing.
  const added: Locked = { version, cpu, dev, libc, license, optional: true, os, engines }
  lock.packages[`node_modules/${name}`] = added
}
const unproved = listUnproved(lock)
for (const [path, locked] of unproved) {
  lock.packages[path] = proved(locked, fingerprintOf(path, locked))
}
const sorted = Object.entries(lock.packages).toSorted(([a], [b]) => a.localeCompare(b, 'en'))
lock.packages = Object.fromEntries(sorted)
writeFileSync(join(root, LOCK), `${JSON.stringify(lock, null, 2)}\n`)
console.log(`Ajoutés : ${missing.length} paquets ; empreintes : ${unproved.length}.`)
