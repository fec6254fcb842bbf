// Chooses the browser's tests that the gate plays, from what each reaches
// (docs/decisions/0103-les-tests-choisis.md): those that together run most of the blocks of our
// code that the whole suite runs, make most of its calls and show axe most of what it shows, for as
// many processor seconds as are paid. The others, which only the complete run plays, are written in
// tools/laisses.txt.
// `npm run choisir -- <folder> [seconds]` plays what has no record in this folder yet.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { SourceMap } from 'node:module'
import { join, resolve } from 'node:path'
import { readCosts } from './couts.ts'
import { filesOf, GARDES, NAVIGATEUR } from './portee.ts'

const ROOT = join(import.meta.dirname, '..')

/** What e2e/atteinte.ts wrote of a test: `blocs` are a start and an end, one after another. */
type Atteinte = {
  test: string
  appels: string[]
  composition: string[]
  blocs: Record<string, number[]>
}
/**
 * What is played together or not at all: a test, or those that follow one another. `elements`: what
 * is reached, and how much it counts for.
 */
export type Unite = {
  nom: string
  tests: string[]
  secondes: number
  elements: Map<number, number>
}

const RECORD = '.atteinte.jsonl'
/** What the gate pays for its browser's tests, in processor seconds, as collecting them costs. */
const SECONDS = 500
/** Below it, a cost is that of the machine. */
const LEAST_SECONDS = 0.3

/** What was recorded of each test, once: the last time that it was played. */
function readRecords(folder: string): Atteinte[] {
  const names = readdirSync(folder).filter((name) => name.endsWith(RECORD))
  const lines = names.flatMap((name) =>
    readFileSync(join(folder, name), 'utf8').trimEnd().split('\n'),
  )
  const all = lines.map((line): Atteinte => JSON.parse(line))
  return [...new Map(all.map((record) => [record.test, record])).values()]
}

/** Processor seconds of each test, as tools/couts.playwright.ts noted them after its project. */
const readSeconds = (folder: string): Map<string, number> =>
  new Map(
    readCosts(join(folder, 'couts.txt')).map(([named, seconds]) => [
      named.slice(named.indexOf(' ') + 1),
      Math.max(LEAST_SECONDS, seconds),
    ]),
  )

/** Runs a program of ours, whatever it answers: a test that fails has reached something too. */
function run(words: string[], env: Record<string, string>): void {
  spawnSync(process.execPath, words, {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...process.env, ...env },
  })
}

/** Plays the files that have no record there yet, and builds the maps of the site. */
function collect(folder: string): void {
  mkdirSync(folder, { recursive: true })
  const files = filesOf(NAVIGATEUR).filter(
    (path) => !existsSync(join(folder, `${path.slice('e2e/'.length)}${RECORD}`)),
  )
  if (files.length === 0) return
  const vite = ['node_modules/vite/bin/vite.js', 'build', 'web', '--logLevel', 'warn']
  run([...vite, '--sourcemap', 'hidden', '--outDir', join(folder, 'cartes')], {
    NODE_ENV: 'production',
  })
  const COUTS = join(folder, 'couts.txt')
  run(['tools/e2e.ts', ...files], { PORTEE: 'porte', CHOIX: 'non', ATTEINTE: folder, COUTS })
}

const isOurs = (source: string | undefined): boolean =>
  source !== undefined &&
  /(?:^|\/)(?:src|contract\/src)\//.test(source) &&
  !source.includes('node_modules')

/** Whether a place of a chunk, counted in characters, comes from a file of ours. */
function placesOf(folder: string, chunk: string): (at: number) => boolean {
  const path = join(folder, 'assets', chunk)
  if (!existsSync(`${path}.map`)) return () => false
  const starts = [0]
  for (const { index } of readFileSync(path, 'utf8').matchAll(/\n/g)) starts.push(index + 1)
  const map = new SourceMap(JSON.parse(readFileSync(`${path}.map`, 'utf8')))
  return (at) => {
    const line = starts.findLastIndex((start) => start <= at)
    const found = map.findEntry(line, at - (starts[line] ?? 0))
    return 'originalSource' in found && isOurs(found.originalSource)
  }
}

/** The parts of one chunk: each stretch between two places where some test began or ended. */
function partsOf(
  reached: [test: number, blocs: number[]][],
  isInOurs: (at: number) => boolean,
): Set<number>[] {
  const edges = [...new Set(reached.flatMap(([, blocs]) => blocs))].toSorted((a, b) => a - b)
  const ranks = new Map(edges.map((edge, rank) => [edge, rank]))
  const parts = edges.map(() => new Set<number>())
  for (const [test, blocs] of reached) {
    for (let i = 0; i < blocs.length; i += 2) {
      const end = ranks.get(blocs[i + 1] ?? 0) ?? 0
      for (let rank = ranks.get(blocs[i] ?? 0) ?? 0; rank < end; rank += 1) parts[rank]?.add(test)
    }
  }
  return parts.filter((tests, rank) => tests.size > 0 && isInOurs(edges[rank] ?? 0))
}

/** What the same tests reach, counted together: how many blocks, calls or pieces of a screen. */
type Element = { tests: Set<number>; count: number }

/** Everything that was reached. */
function listElements(all: Atteinte[], maps: string): Element[] {
  // Each set is filled in the order of the tests: the same tests are the same text.
  const byName = new Map<string, Set<number>>()
  const byChunk = new Map<string, [number, number[]][]>()
  all.forEach(({ test, appels, composition, blocs }, rank) => {
    // What a screen is made of is looked at by axe alone.
    const shown = test.startsWith('accessibilite') ? composition : []
    for (const name of [...appels, ...shown]) {
      byName.set(name, (byName.get(name) ?? new Set()).add(rank))
    }
    for (const [chunk, ranges] of Object.entries(blocs)) {
      byChunk.set(chunk, [...(byChunk.get(chunk) ?? []), [rank, ranges]])
    }
  })
  const parts = [...byChunk].flatMap(([chunk, reached]) => partsOf(reached, placesOf(maps, chunk)))
  const groups = Map.groupBy([...byName.values(), ...parts], (tests) => [...tests].join())
  return [...groups.values()].map((same) => ({ tests: same[0] ?? new Set(), count: same.length }))
}

/** Tests that follow one another (`serial`), as their file says: one unit. */
function unitNameOf(test: string): string {
  const [file = ''] = test.split(' ')
  const text = readFileSync(join(ROOT, 'e2e', file), 'utf8')
  if (text.includes("mode: 'serial'")) return file
  const groups = [...text.matchAll(/\.serial\('([^']+)'/g)].map(([, title = '']) => title)
  const group = groups.find((title) => test.startsWith(`${file} ${title} `))
  return group === undefined ? test : `${file} ${group}`
}

function listUnits(all: Atteinte[], elements: Element[], seconds: Map<string, number>): Unite[] {
  const units = new Map<string, Unite>()
  const ofTest = all.map(({ test }) => {
    const nom = unitNameOf(test)
    const none: Unite = { nom, tests: [], secondes: 0, elements: new Map() }
    const unit = units.get(nom) ?? none
    unit.tests.push(test)
    unit.secondes += seconds.get(test) ?? 1
    units.set(nom, unit)
    return unit
  })
  elements.forEach(({ tests, count }, rank) => {
    for (const test of tests) ofTest[test]?.elements.set(rank, count)
  })
  return [...units.values()]
}

/** Processor seconds of these, together. */
const costOf = (units: Unite[]): number => units.reduce((sum, { secondes }) => sum + secondes, 0)

/**
 * Units that reach together as much as these seconds pay for: those kept whatever they reach, then
 * at each step the one that brings most that is new for what it costs, until none brings anything
 * or the next would cost more than is left.
 */
export function choose(units: Unite[], seconds: number, isKept: (unit: Unite) => boolean): Unite[] {
  const chosen = new Set(units.filter(isKept))
  const reached = new Set([...chosen].flatMap(({ elements }) => [...elements.keys()]))
  let left = seconds - costOf([...chosen])
  const worth = ({ elements, secondes }: Unite): number =>
    [...elements].reduce((sum, [one, count]) => sum + (reached.has(one) ? 0 : count), 0) / secondes
  for (;;) {
    const paid = units.filter((unit) => !chosen.has(unit) && unit.secondes <= left)
    const [best] = paid.toSorted((a, b) => worth(b) - worth(a))
    if (!best || worth(best) === 0) return units.filter((unit) => chosen.has(unit))
    chosen.add(best)
    for (const one of best.elements.keys()) reached.add(one)
    left -= best.secondes
  }
}

const countOf = (units: Unite[]): number => {
  const reached = new Map(units.flatMap(({ elements }) => [...elements]))
  return [...reached.values()].reduce((sum, count) => sum + count, 0)
}

/** What part of all that units reach these do, in per cent. */
export const partReached = (chosen: Unite[], units: Unite[]): number =>
  (100 * countOf(chosen)) / countOf(units)

/** Chooses from what stands in this folder, and writes what is left. */
function chooseFrom(folder: string, seconds: number): void {
  const all = readRecords(folder)
  const elements = listElements(all, join(folder, 'cartes'))
  const units = listUnits(all, elements, readSeconds(folder))
  const isKept = ({ nom }: Unite) => GARDES.some((kept) => kept.test(nom))
  const chosen = choose(units, seconds, isKept)
  const tests = new Set(chosen.flatMap((unit) => unit.tests))
  const left = all.map(({ test }) => test).filter((test) => !tests.has(test))
  writeFileSync(join(ROOT, 'tools/laisses.txt'), `${left.toSorted().join('\n')}\n`)
  const say = (some: Unite[]) =>
    `${Math.round(costOf(some))} s, ${partReached(some, units).toFixed(1)} %`
  console.log(`${elements.length} choses distinctes, ${all.length} tests : ${say(units)}`)
  console.log(`gardés d’office : ${say(units.filter(isKept))}`)
  console.log(`joués à la porte : ${tests.size} tests, ${say(chosen)}`)
}

if (import.meta.main) {
  const folder = resolve(process.argv[2] ?? 'test-results/atteinte')
  collect(folder)
  chooseFrom(folder, Number(process.argv[3] ?? SECONDS))
}
