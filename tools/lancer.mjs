// Every script of package.json goes through here: `node tools/lancer.mjs tools/test.ts --sans-e2e`,
// or `node tools/lancer.mjs vitest run`. It runs a file of ours, or a tool that package.json asks
// for, on the Node that comes with the packages, whatever Node and npm started it; npm 9 and 10 do
// not link that one. It must stay readable by old Nodes.
import { spawn } from 'node:child_process'
import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { constants } from 'node:os'
import { basename, delimiter, dirname, extname, join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const MAJOR = 24
const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..')
const MODULES = join(ROOT, 'node_modules')
const WINDOWS = process.platform === 'win32'

/** On Windows the console tells every process of Ctrl+C itself, and `kill` would not wait. */
const FORWARDED = WINDOWS ? [] : ['SIGINT', 'SIGTERM', 'SIGHUP']

/** What one program of ours has compiled, the next one reads: half the work of its start. */
process.env.NODE_COMPILE_CACHE ||= join(MODULES, '.cache', 'releve')

function readManifest(folder) {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
}

function stop(sentence) {
  console.error(sentence)
  process.exit(1)
}

/** The package that brings Node to this machine; it may be absent, or not exist at all. */
function packageOfNode() {
  return `node-${WINDOWS ? 'win' : process.platform}-${process.arch}`
}

/** The file of a tool, by the name that its package gives it; undefined when it is not installed. */
function findTool(name) {
  for (const dependency of Object.keys(readManifest(ROOT).devDependencies)) {
    const folder = join(MODULES, dependency)
    if (!existsSync(folder)) continue
    const { bin = {} } = readManifest(folder)
    const file = typeof bin === 'string' ? basename(dependency) === name && bin : bin[name]
    if (file) return join(folder, file)
  }
  return undefined
}

function findTarget(asked) {
  if (asked === undefined)
    stop('Dites quoi lancer\u00a0: «\u00a0npm run lancer -- vitest run\u00a0».')
  const target = extname(asked) === '' ? findTool(asked) : resolve(ROOT, asked)
  if (target === undefined || !existsSync(target)) {
    stop(`«\u00a0${asked}\u00a0» n’est pas installé\u00a0: lancez d’abord «\u00a0npm ci\u00a0».`)
  }
  return target
}

/** What the target starts by name, `tsc` or `node`, is the project's, on the same Node. */
function setPath(node) {
  const first = [join(MODULES, '.bin'), dirname(node)]
  const rest = (process.env.PATH || '').split(delimiter).filter((folder) => !first.includes(folder))
  process.env.PATH = first.concat(rest).join(delimiter)
}

/** Runs it in this very process: no other one stands between it and its signals. */
function runHere(target, parameters) {
  if (Number(process.versions.node.split('.')[0]) < MAJOR) {
    const { optionalDependencies } = readManifest(ROOT)
    const todo =
      packageOfNode() in optionalDependencies
        ? 'lancez «\u00a0npm ci\u00a0», qui l’apporte'
        : `installez Node ${MAJOR}`
    stop(
      `Relevé demande Node ${MAJOR} ou plus récent, et celui-ci est ${process.version}\u00a0: ${todo}.`,
    )
  }
  setPath(process.execPath)
  process.argv = [process.execPath, target, ...parameters]
  return import(pathToFileURL(target).href)
}

/** Ends as the other process did: with its code, or of the same signal. */
function endAs(code, signal) {
  if (signal === null) {
    process.exitCode = code
    return
  }
  // Where this process was born deaf to the signal.
  process.exitCode = 128 + constants.signals[signal]
  for (const forwarded of FORWARDED) process.removeAllListeners(forwarded)
  process.kill(process.pid, signal)
}

function runOn(node, target, parameters) {
  setPath(node)
  const child = spawn(node, [...process.execArgv, target, ...parameters], { stdio: 'inherit' })
  child.on('spawn', () => {
    for (const signal of FORWARDED) process.on(signal, () => child.kill(signal))
    if (WINDOWS) process.on('SIGINT', () => undefined)
  })
  child.on('exit', endAs)
  child.on('error', () => {
    // A binary that this system cannot run (another C library): its own Node may do.
    if (child.pid === undefined) void runHere(target, parameters)
  })
}

const [asked, ...parameters] = process.argv.slice(2)
const target = findTarget(asked)
const packaged = join(MODULES, packageOfNode(), 'bin', WINDOWS ? 'node.exe' : 'node')
if (!existsSync(packaged) || realpathSync(packaged) === realpathSync(process.execPath)) {
  await runHere(target, parameters)
} else {
  runOn(packaged, target, parameters)
}
