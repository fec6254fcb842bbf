// The gate: every step runs, whatever failed before it. Tests and browser run side by side: each
// leaves the cores idle while it waits (docs/decisions/0067-douze-minutes.md). `--rapide`: neither
// the browser nor what is long; `--change`: of the tests, those that what was changed may touch;
// `--complet`: everything, from a seed of its own. Its last line is the count of everything.
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { type Count, countStep, type Outcome, sum } from './bilan.ts'
import { browserFilesOf } from './change.ts'
import { readCosts } from './couts.ts'
import { seedOfCommit } from './graines.ts'
import { filesOf, NAVIGATEUR, type Portee, serveur, surPostgres } from './portee.ts'
import { CHROMIUM, POSTGRESQL } from './preparer.ts'
import { isMeasured, openMeter } from './processeur.ts'

const ROOT = join(import.meta.dirname, '..')
const REPORTS = join(ROOT, 'test-results')
const VITEST = join(REPORTS, 'vitest.json')
const E2E = join(REPORTS, 'e2e.json')
const MISSING = join(REPORTS, 'manquent.json')
const COSTS = join(REPORTS, 'couts.txt')
/** How many of the dearest files are told: they are worth a look. */
const DEAREST = 20

/** `report`: where its runner writes its counts; null for a step that is one check. */
type Step = { name: string; command: string[]; report: string | null }

const asks = (word: string): boolean => process.argv.includes(word)
const CHANGED = asks('--change')
const PORTEE: Portee =
  asks('--rapide') && !CHANGED ? 'rapide' : asks('--complet') ? 'complete' : 'porte'

const UNASKED = PORTEE === 'rapide' ? ['--sans-navigateur'] : []

const CHECKS: Step[] = [
  { name: 'types (serveur, contrat, outils)', command: ['tsc', '-p', '.'], report: null },
  { name: 'types (web)', command: ['tsc', '-p', 'web'], report: null },
  { name: 'lint', command: ['oxlint'], report: null },
  { name: 'format', command: ['biome', 'check'], report: null },
  { name: 'code mort', command: ['knip'], report: null },
  { name: 'habitudes', command: ['node', 'tools/check.ts'], report: null },
  // Once, before those that serve it.
  { name: 'construction', command: ['node', 'tools/construction.ts'], report: null },
  {
    name: 'programmes',
    command: ['node', 'tools/preparer.ts', '--rapport', MISSING, ...UNASKED],
    report: null,
  },
]

const REPORTERS = ['--reporter=default', '--reporter=json', `--outputFile=${VITEST}`]
/** Of the tests, those of the modules that what was changed reads, by Vitest's own relation. */
const relation = CHANGED ? ['--changed', '--passWithNoTests'] : []
const TESTS: Step = {
  name: 'tests',
  command: ['vitest', 'run', ...REPORTERS, ...relation],
  report: VITEST,
}

/** The browser's files to play: none while one works, but those that a change touches. */
const BROWSED = CHANGED ? browserFilesOf(ROOT, filesOf(NAVIGATEUR)) : filesOf(NAVIGATEUR)
const BROWSER: Step = {
  name: 'navigateur',
  command: ['node', 'tools/e2e.ts', ...(CHANGED ? BROWSED : [])],
  report: E2E,
}

/** `test:complet` draws anew at each commit; what hunts gives its own. */
const drawn = PORTEE === 'complete' ? (process.env['GRAINE'] ?? seedOfCommit(ROOT)) : null
const ENVIRONMENT = {
  PORTEE,
  COUTS: COSTS,
  RAPPORT_E2E: E2E,
  // What a change touches is played whole.
  ...(CHANGED && { CHOIX: 'non' }),
  ...(drawn !== null && { GRAINE: String(drawn) }),
}

/** Whether a tool of the system is nowhere, as tools/preparer.ts wrote. */
const without = (tool: string): boolean =>
  existsSync(MISSING) && (JSON.parse(readFileSync(MISSING, 'utf8')) as string[]).includes(tool)

/** Prints each line as it comes, after the name of the step that says it. */
function show(stream: Readable, name: string): void {
  createInterface({ input: stream }).on('line', (line) => console.log(`${name} │ ${line}`))
}

const meter = openMeter()
/** When each step began and ended, in ms. */
const walls = new Map<string, number>()

async function run({ name, command, report }: Step): Promise<Outcome> {
  const [program = '', ...parameters] = command
  const began = Date.now()
  const child = spawn(program, parameters, {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...ENVIRONMENT, ...(without(POSTGRESQL) && { SANS_POSTGRES: '1' }) },
    // Windows starts what npm links through its shell only.
    shell: process.platform === 'win32',
  })
  meter.follow(name, child.pid)
  for (const stream of [child.stdout, child.stderr]) show(stream, name)
  const status = await new Promise<number | null>((settle) => {
    child.once('error', (error) => {
      console.error(`${name} │ ${program} : ${error.message}`)
      settle(null)
    })
    child.once('close', settle)
    // What it left behind may keep its outputs open: it has ended all the same.
    child.once('exit', () => {
      const leave = () => [child.stdout, child.stderr].forEach((stream) => void stream.destroy())
      setTimeout(leave, 5000).unref()
    })
  })
  walls.set(name, Date.now() - began)
  return countStep(report, status === 0)
}

/** What is not played for want of a tool, a file each. */
function notPlayed(): Outcome {
  const files = [
    ...(without(POSTGRESQL) && PORTEE !== 'rapide' ? [...serveur(), ...surPostgres()] : []),
    ...(without(CHROMIUM) ? BROWSED : []),
  ]
  return { passed: 0, failed: 0, skipped: files.length, failures: [] }
}

function describe({ name }: Step, { passed, failed, skipped }: Count): string {
  const left = skipped > 0 ? `, ${skipped} non joués` : ''
  return `${failed === 0 ? '✓' : '✗'} ${name} : ${passed} réussis, ${failed} en échec${left}`
}

const load = (): string => loadavg()[0]?.toFixed(1) ?? ''
const inSeconds = (seconds: number): string => `${Math.round(seconds)} s`.padStart(7)

/** What each step cost, and the dearest files: processor seconds, beside the time on the wall. */
function describeCosts(): string[] {
  if (!isMeasured) return []
  const spent = meter.read()
  const total = [...spent.values()].reduce((so, seconds) => so + seconds, 0)
  const steps = [...spent].map(
    ([name, seconds]) =>
      `${inSeconds(seconds)} ${inSeconds((walls.get(name) ?? 0) / 1000)}  ${name}`,
  )
  const wall = inSeconds((Date.now() - began) / 1000)
  const dearest = readCosts(COSTS).slice(0, DEAREST)
  return [
    `── processeur, mur (charge ${loadBefore} au début, ${load()} à la fin)`,
    ...steps,
    `${inSeconds(total)} ${wall}  en tout`,
    `── les ${DEAREST} fichiers les plus chers`,
    ...dearest.map(([file, seconds]) => `${inSeconds(seconds)}  ${file}`),
  ]
}

const began = Date.now()
const loadBefore = load()
rmSync(REPORTS, { recursive: true, force: true })
mkdirSync(REPORTS, { recursive: true })
if (drawn !== null) console.log(`graine de ce passage : GRAINE=${drawn}`)
const counts: Outcome[] = []
for (const step of CHECKS) counts.push(await run(step))
const isBrowsed = PORTEE !== 'rapide' && BROWSED.length > 0 && !without(CHROMIUM)
const together = isBrowsed ? [TESTS, BROWSER] : [TESTS]
counts.push(...(await Promise.all(together.map(run))))
meter.stop()
const total = sum([...counts, notPlayed()])
const lines = [...CHECKS, ...together].map((step, rank) => describe(step, counts[rank] ?? sum([])))
// Last: what cuts a long output keeps its end.
console.log(`\n${describeCosts().join('\n')}`)
const failures = counts.flatMap((count) => count.failures)
if (failures.length > 0) console.log(`\n── en échec\n${failures.slice(0, 40).join('\n')}`)
console.log(`\n── bilan\n${lines.join('\n')}`)
if (drawn !== null) console.log(`graine de ce passage : GRAINE=${drawn}`)
const left = total.skipped > 0 ? `, ${total.skipped} skipped` : ''
console.log(`${total.passed} passed, ${total.failed} failed${left}`)
process.exitCode = total.failed === 0 ? 0 : 1
