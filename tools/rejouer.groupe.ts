// Files that one process plays: they share what it takes to start, as they do in the gate.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { countFiles, type FileOutcome } from './bilan.ts'
import { freePorts } from './ports.ts'
import type { Play, Runner, Target } from './rejouer.registre.ts'

const ROOT = join(import.meta.dirname, '..')
const MODULES = join(ROOT, 'node_modules')
const PLAYWRIGHT = [join(MODULES, '@playwright/test/cli.js'), 'test']
const VITEST = [join(MODULES, 'vitest/vitest.mjs')]
/** More than any configuration asks for: each project takes the ones of its own platform. */
const PORTS = 8
/** Files on one platform, or one private PostgreSQL: it takes 10 s of processor to start. */
const SIZES: Record<Runner, number> = { navigateur: 6, vitest: 12 }
/** For a runner told to stop, to end its platform or its PostgreSQL first. */
const PATIENCE_MS = 60_000

/** Files of one project, played for the same time by the same process. */
export type Group = Omit<Play, 'file'> & { files: string[] }

/** What the runners' own configurations say that there is. */
export function listTargets(runners: Runner[]): Target[] {
  const lists = { navigateur: listBrowser, vitest: listVitest }
  return runners
    .flatMap((runner) => lists[runner]().map((target) => ({ runner, ...target })))
    .toSorted((a, b) => (a.project + a.file < b.project + b.file ? -1 : 1))
}

function ask(command: string[]): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, command, {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  })
  if (status !== 0) throw new Error(stderr || stdout)
  return stdout
}

function listVitest(): Omit<Target, 'runner'>[] {
  // What Vitest 5 prints (`vitest list`).
  const listed = JSON.parse(ask([...VITEST, 'list', '--filesOnly', '--json'])) as {
    file: string
    projectName: string
  }[]
  return listed.map(({ file, projectName }) => ({
    project: projectName,
    file: relative(ROOT, file),
  }))
}

/** The part of a suite of Playwright's report that says where its tests stand. */
type Suite = { file: string; specs: { tests: { projectName: string }[] }[]; suites?: Suite[] }

const projectsOf = ({ specs, suites = [] }: Suite): string[] => [
  ...specs.flatMap(({ tests }) => tests.map(({ projectName }) => projectName)),
  ...suites.flatMap(projectsOf),
]

function listBrowser(): Omit<Target, 'runner'>[] {
  const { config, suites } = JSON.parse(ask([...PLAYWRIGHT, '--list', '--reporter=json'])) as {
    config: { rootDir: string }
    suites: Suite[]
  }
  return suites.flatMap((suite) =>
    [...new Set(projectsOf(suite))].map((project) => ({
      project,
      file: relative(ROOT, join(config.rootDir, suite.file)),
    })),
  )
}

/** Cuts what is left to play, in its order. */
export function groupsOf(plays: Play[]): Group[] {
  const same = Map.groupBy(plays, ({ runner, project, time }) => `${time} ${runner} ${project}`)
  return [...same.values()].flatMap((all) => {
    const size = SIZES[all[0]?.runner ?? 'vitest']
    return Array.from({ length: Math.ceil(all.length / size) }, (_, rank) => {
      const some = all.slice(rank * size, (rank + 1) * size)
      const { runner = 'vitest', project = '', time = 0 } = some[0] ?? {}
      return { runner, project, time, files: some.map(({ file }) => file) }
    })
  })
}

/**
 * `root`: the repository; `folder`: where a group leaves what the runner says, and the traces of
 * the browser's failures.
 */
type Place = { root: string; folder: string; report: string }

const escaped = (path: string): string => `${path.replaceAll('.', '\\.')}$`

function commandOf(group: Group, { root, folder, report }: Place): string[] {
  const { runner, project, files } = group
  if (runner === 'navigateur') {
    const config = join(import.meta.dirname, 'rejouer.playwright.ts')
    return [
      ...PLAYWRIGHT,
      '--config',
      config,
      '--output',
      join(folder, 'traces'),
      ...files.map(escaped),
    ]
  }
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile=${report}`]
  // Several of them side by side would write the same cache.
  const own = ['--no-cache', '--project', project]
  return [...VITEST, 'run', ...own, ...reporters, ...files.map((file) => join(root, file))]
}

const NONE = { passed: 0, failed: 1, skipped: 0, seconds: 0 }

/**
 * What each of these files gave: one that the report does not know has failed, and so has the first
 * when the runner complains of none (an error outside of any test). `log`: what the runner said.
 */
export function settleGroup(
  files: string[],
  given: Map<string, FileOutcome>,
  succeeded: boolean,
  log: string,
): Map<string, FileOutcome> {
  const end = log.trimEnd().split('\n').slice(-8).join('\n    ')
  const settled = new Map(
    files.map((file): [string, FileOutcome] => {
      const lost = { ...NONE, failures: [`${file}\n    aucun résultat :\n    ${end}`] }
      return [file, given.get(file) ?? lost]
    }),
  )
  const [first = ''] = files
  const outcome = settled.get(first)
  if (succeeded || !outcome || [...settled.values()].some(({ failed }) => failed > 0))
    return settled
  const failures = [`${first}, ou un autre du même lancement\n    ${end}`]
  return settled.set(first, { ...outcome, failed: 1, failures })
}

function readReport({ root, report }: Place): Map<string, FileOutcome> {
  if (!existsSync(report)) return new Map()
  try {
    return new Map([...countFiles(report)].map(([path, gave]) => [relative(root, path), gave]))
  } catch {
    // Cut while it was written.
    return new Map()
  }
}

/** Ends a runner as its user would, then whatever is left of it. */
async function endRun({ pid }: ChildProcess, ended: Promise<unknown>): Promise<void> {
  if (pid === undefined) return
  const kill = (signal: NodeJS.Signals) => {
    try {
      process.kill(-pid, signal)
    } catch {
      // Gone by itself.
    }
  }
  kill('SIGINT')
  const timer = setTimeout(kill, PATIENCE_MS, 'SIGKILL')
  await ended
  clearTimeout(timer)
  kill('SIGKILL')
}

function start(group: Group, place: Place, ports: number[]): ChildProcess {
  const output = openSync(join(place.folder, 'sortie.txt'), 'w')
  const child = spawn(process.execPath, commandOf(group, place), {
    cwd: place.root,
    stdio: ['ignore', output, output],
    // A group of processes of its own: Ctrl+C tells it once, by us.
    detached: true,
    env: {
      ...process.env,
      NO_COLOR: '1',
      RAPPORT_E2E: place.report,
      PROJET_E2E: group.project,
      PORTS_E2E: ports.join(','),
    },
  })
  closeSync(output)
  return child
}

/**
 * Plays a group; null when it was stopped before its end, for what it gave is then no proof. Its
 * folder stays when something failed.
 */
export async function playGroup(
  group: Group,
  { root, folder }: Omit<Place, 'report'>,
  stopped: AbortSignal,
): Promise<Map<string, FileOutcome> | null> {
  const place = { root, folder, report: join(folder, 'rapport.json') }
  const ports = await freePorts(PORTS)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const child = start(group, place, ports)
  const ended = once(child, 'exit')
  const stop = () => void endRun(child, ended)
  stopped.addEventListener('abort', stop)
  const [status] = await ended
  stopped.removeEventListener('abort', stop)
  const log = readFileSync(join(folder, 'sortie.txt'), 'utf8')
  const given = settleGroup(group.files, readReport(place), status === 0, log)
  const failed = [...given.values()].some((outcome) => outcome.failed > 0)
  if (stopped.aborted || !failed) rmSync(folder, { recursive: true, force: true })
  return stopped.aborted ? null : given
}
