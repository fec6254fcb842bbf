// « npm run paquet »: what a single administrator installs without npm, in `dist/`: an archive for any
// Linux, Debian's package of the same tree, and what they are made of, each with its SHA-256. The same
// sources give the same bytes. `--rapide` barely compresses; `--vers DOSSIER` writes elsewhere.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { NODE, writeTree } from './arbre.ts'
import { composeNotice } from './avis.ts'
import { ensureWeb } from './construction.ts'
import { composeNomenclature } from './nomenclature.ts'
import type { Lock } from './rules/lockfile.ts'

const ROOT = join(import.meta.dirname, '..')
const ARCHITECTURES: Record<string, string> = { x64: 'amd64', arm64: 'arm64' }

/** The time of every file, in seconds: of the last commit, or as the builder says. */
function readEpoch(): string {
  const { SOURCE_DATE_EPOCH } = process.env
  if (SOURCE_DATE_EPOCH) return SOURCE_DATE_EPOCH
  try {
    return execFileSync('git', ['log', '-1', '--format=%ct'], {
      cwd: ROOT,
      encoding: 'utf8',
    }).trim()
  } catch {
    // Not a checkout: sources that were unpacked.
    return '0'
  }
}

type Build = { version: string; folder: string; epoch: string; fast: boolean }

/** An archive to unpack in /opt; returns its path. */
function writeArchive({ version, folder, epoch, fast }: Build, tree: string): string {
  const name = `releve-${version}`
  const path = join(folder, `${name}-linux-${process.arch}.tar.${fast ? 'gz' : 'xz'}`)
  const compress = fast ? 'gzip -n1' : 'xz -6 -T2'
  execFileSync('tar', [
    '--create',
    '--sort=name',
    `--mtime=@${epoch}`,
    '--owner=0',
    '--group=0',
    '--numeric-owner',
    '--format=gnu',
    `--use-compress-program=${compress}`,
    `--file=${path}`,
    `--directory=${tree}`,
    name,
  ])
  return path
}

const controlOf = (version: string, kilobytes: number) => `Package: releve
Version: ${version}
Architecture: ${ARCHITECTURES[process.arch]}
Maintainer: Relevé contributors
Section: web
Priority: optional
Depends: libc6 (>= 2.28), libstdc++6, passwd, util-linux
Suggests: postgresql
Installed-Size: ${kilobytes}
Description: plateforme de collecte statistique
 Saisie, contrôle, validation et diffusion de rapports mensuels. Apporte son
 propre Node et sa base embarquée ; sait aussi employer un serveur PostgreSQL.
`

/** Debian's package of the tree, which it takes; returns its path. */
function writeDeb({ version, folder, epoch, fast }: Build, tree: string): string {
  const from = join(tree, 'deb')
  mkdirSync(join(from, 'opt'), { recursive: true })
  mkdirSync(join(from, 'usr/bin'), { recursive: true })
  mkdirSync(join(from, 'usr/lib/systemd/system'), { recursive: true })
  renameSync(join(tree, `releve-${version}`), join(from, 'opt/releve'))
  const unit = 'installation/releve.service'
  cpSync(join(from, 'opt/releve', unit), join(from, 'usr/lib/systemd/system/releve.service'))
  symlinkSync('/opt/releve/bin/releve', join(from, 'usr/bin/releve'))
  const size = Number(/^\d+/.exec(execFileSync('du', ['-sk', from], { encoding: 'utf8' }))?.[0])
  cpSync(join(ROOT, 'installation/deb'), join(from, 'DEBIAN'), { recursive: true })
  writeFileSync(join(from, 'DEBIAN/control'), controlOf(version, size))
  execFileSync('chmod', ['-R', 'u=rwX,go=rX', from])
  const path = join(folder, `releve_${version}_${ARCHITECTURES[process.arch]}.deb`)
  const compression = fast ? ['-Znone'] : ['-Zxz', '-z6']
  const env = { ...process.env, SOURCE_DATE_EPOCH: epoch, DPKG_DEB_THREADS_MAX: '2' }
  execFileSync('dpkg-deb', [...compression, '--root-owner-group', '--build', from, path], { env })
  return path
}

/** Writes the fingerprint as `sha256sum --check` reads it, and says what was made. */
function seal(path: string): void {
  const name = path.slice(path.lastIndexOf('/') + 1)
  const sum = createHash('sha256').update(readFileSync(path)).digest('hex')
  writeFileSync(`${path}.sha256`, `${sum}  ${name}\n`)
  const megabytes = (statSync(path).size / 1_000_000).toLocaleString('fr-FR', {
    maximumFractionDigits: 1,
  })
  console.log(`${path} : ${megabytes} Mo, sha256 ${sum}`)
}

/** Writes what the package is made of, to be compared with advisories; returns its path. */
function writeNomenclature({ version, folder, epoch }: Build, lock: Lock): string {
  const path = join(folder, `releve-${version}.cdx.json`)
  writeFileSync(path, composeNomenclature(lock, version, epoch))
  return path
}

function stop(sentence: string): never {
  console.error(sentence)
  process.exit(1)
}

const { values } = parseArgs({
  options: { vers: { type: 'string', default: 'dist' }, rapide: { type: 'boolean' } },
})
if (!existsSync(join(ROOT, NODE)) || process.platform !== 'linux') {
  stop('Le paquet se construit sous Linux, après « npm ci » : il emporte le Node que npm apporte.')
}
ensureWeb()
const folder = resolve(values.vers)
mkdirSync(folder, { recursive: true })
// Both files are ours; their shape is npm's.
const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
  version: string
}
const lock = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as Lock
const tree = mkdtempSync(join(tmpdir(), 'releve-paquet-'))
try {
  const build = { version, folder, epoch: readEpoch(), fast: values.rapide === true }
  const root = join(tree, `releve-${version}`)
  writeTree(lock, root)
  writeFileSync(join(root, 'NOTICE'), composeNotice(lock), { mode: 0o644 })
  const nomenclature = writeNomenclature(build, lock)
  cpSync(nomenclature, join(root, 'nomenclature.cdx.json'))
  seal(nomenclature)
  seal(writeArchive(build, tree))
  if (existsSync('/usr/bin/dpkg-deb')) seal(writeDeb(build, tree))
  else console.log('dpkg-deb manque : pas de paquet Debian.')
} finally {
  rmSync(tree, { recursive: true, force: true })
}
