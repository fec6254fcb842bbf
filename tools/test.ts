// The gate, then the browser: every step runs, whatever failed before it. Tests and browser run
// side by side: each leaves the cores idle while it waits (docs/decisions/0020-temps-de-la-ci.md).
// `--sans-e2e`: the gate alone. Its last line is the count of everything.
import { spawn } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { type Count, countStep, type Outcome, sum } from './bilan.ts'

const ROOT = join(import.meta.dirname, '..')
const REPORTS = join(ROOT, 'test-results')
const VITEST = join(REPORTS, 'vitest.json')
const E2E = join(REPORTS, 'e2e.json')

/** `report`: where its runner writes its counts; null for a step that is one check. */
type Step = { name: string; command: string[]; report: string | null }

const SANS_E2E = process.argv.filter((word) => word === '--sans-e2e')

const CHECKS: Step[] = [
  { name: 'types (serveur, contrat, outils)', command: ['tsc', '-p', '.'], report: null },
  { name: 'types (web)', command: ['tsc', '-p', 'web'], report: null },
  { name: 'lint', command: ['oxlint'], report: null },
  { name: 'format', command: ['biome', 'check'], report: null },
  { name: 'code mort', command: ['knip'], report: null },
  { name: 'habitudes', command: ['node', 'tools/check.ts'], report: null },
  // Once, before those that serve it.
  { name: 'construction', command: ['node', 'tools/construction.ts'], report: null },
  { name: 'programmes', command: ['node', 'tools/preparer.ts', ...SANS_E2E], report: null },
]
const TESTS: Step = {
  name: 'tests',
  command: ['vitest', 'run', '--reporter=default', '--reporter=json', `--outputFile=${VITEST}`],
  report: VITEST,
}
const BROWSER: Step = { name: 'navigateur', command: ['node', 'tools/e2e.ts'], report: E2E }

/** Prints each line as it comes, after the name of the step that says it. */
function show(stream: Readable, name: string): void {
  createInterface({ input: stream }).on('line', (line) => console.log(`${name} │ ${line}`))
}

async function run({ name, command, report }: Step): Promise<Outcome> {
  const [program = '', ...parameters] = command
  const child = spawn(program, parameters, {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, RAPPORT_E2E: E2E },
    // Windows starts what npm links through its shell only.
    shell: process.platform === 'win32',
  })
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
  return countStep(report, status === 0)
}

function describe({ name }: Step, { passed, failed, skipped }: Count): string {
  const left = skipped > 0 ? `, ${skipped} non joués` : ''
  return `${failed === 0 ? '✓' : '✗'} ${name} : ${passed} réussis, ${failed} en échec${left}`
}

rmSync(REPORTS, { recursive: true, force: true })
mkdirSync(REPORTS, { recursive: true })
const together = SANS_E2E.length > 0 ? [TESTS] : [TESTS, BROWSER]
const counts: Outcome[] = []
for (const step of CHECKS) counts.push(await run(step))
counts.push(...(await Promise.all(together.map(run))))
const total = sum(counts)
const lines = [...CHECKS, ...together].map((step, rank) => describe(step, counts[rank] ?? sum([])))
// Last: what cuts a long output keeps its end.
const failures = counts.flatMap((count) => count.failures)
if (failures.length > 0) console.log(`\n── en échec\n${failures.slice(0, 40).join('\n')}`)
console.log(`\n── bilan\n${lines.join('\n')}`)
console.log(`${total.passed} passed, ${total.failed} failed`)
process.exitCode = total.failed === 0 ? 0 : 1
