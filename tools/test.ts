// The gate (maison §4), then the browser: every step runs, whatever failed before it.
// `--sans-e2e`: the gate alone. Its last line is the count of everything.
import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type Count, countStep, sum } from './bilan.ts'

const ROOT = join(import.meta.dirname, '..')
const REPORTS = join(ROOT, 'test-results')
const VITEST = join(REPORTS, 'vitest.json')
const E2E = join(REPORTS, 'e2e.json')

/** `report`: where its runner writes its counts; null for a step that is one check. */
type Step = { name: string; command: string[]; report: string | null }

const GATE: Step[] = [
  { name: 'types (serveur, contrat, outils)', command: ['tsc', '-p', '.'], report: null },
  { name: 'types (web)', command: ['tsc', '-p', 'web'], report: null },
  { name: 'lint', command: ['oxlint'], report: null },
  { name: 'format', command: ['biome', 'check'], report: null },
  { name: 'code mort', command: ['knip'], report: null },
  { name: 'habitudes', command: ['node', 'tools/check.ts'], report: null },
  {
    name: 'tests',
    command: ['vitest', 'run', '--reporter=default', '--reporter=json', `--outputFile=${VITEST}`],
    report: VITEST,
  },
]
const BROWSER: Step = { name: 'navigateur', command: ['node', 'tools/e2e.ts'], report: E2E }

function run({ name, command, report }: Step): Count {
  console.log(`\n── ${name}`)
  const [program = '', ...parameters] = command
  const ended = spawnSync(program, parameters, {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...process.env, RAPPORT_E2E: E2E },
    // Windows starts what npm links through its shell only.
    shell: process.platform === 'win32',
  })
  if (ended.error) console.error(`${program} : ${ended.error.message}`)
  return countStep(report, ended.status === 0)
}

function describe({ name }: Step, { passed, failed, skipped }: Count): string {
  const left = skipped > 0 ? `, ${skipped} non joués` : ''
  return `${failed === 0 ? '✓' : '✗'} ${name} : ${passed} réussis, ${failed} en échec${left}`
}

rmSync(REPORTS, { recursive: true, force: true })
mkdirSync(REPORTS, { recursive: true })
const steps = process.argv.includes('--sans-e2e') ? GATE : [...GATE, BROWSER]
const counts: Count[] = []
const lines: string[] = []
for (const step of steps) {
  const count = run(step)
  counts.push(count)
  lines.push(describe(step, count))
}
const total = sum(counts)
console.log(`\n── bilan\n${lines.join('\n')}`)
console.log(`${total.passed} passed, ${total.failed} failed`)
process.exitCode = total.failed === 0 ? 0 : 1
