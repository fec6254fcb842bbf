import { codeFiles, type Fault, isTest, type Repo, type Rule, type SourceFile } from './repo.ts'
import { importsOf, lineOf } from './source.ts'

/** Whose files import one another one way only, and whose rooms do (decisions 0079, 0083). */
const ROOTS = ['contract/src/', 'server/src/', 'web/src/']

/** Node → those that it goes to. */
type Graph = ReadonlyMap<string, ReadonlySet<string>>

/** The shortest way from a node back to it, which begins and ends by it; null: there is none. */
function wayBack(graph: Graph, start: string): string[] | null {
  const before = new Map<string, string>()
  const queue = [start]
  for (const node of queue) {
    for (const next of graph.get(node) ?? []) {
      if (before.has(next)) continue
      before.set(next, node)
      if (next !== start) {
        queue.push(next)
        continue
      }
      const way = [start]
      do way.unshift(before.get(way[0] ?? start) ?? start)
      while (way[0] !== start)
      return way
    }
  }
  return null
}

/** A way round for each of those that are in one, each node told once. */
function circlesOf(graph: Graph): string[][] {
  const told = new Set<string>()
  return [...graph.keys()].toSorted().flatMap((node) => {
    const way = told.has(node) ? null : wayBack(graph, node)
    for (const step of way ?? []) told.add(step)
    return way ? [way] : []
  })
}

/** The files of a root, tests apart, by path. */
const filesOf = (repo: Repo, root: string): ReadonlyMap<string, SourceFile> =>
  new Map(
    codeFiles(repo)
      .filter(({ path }) => path.startsWith(root) && !isTest(path))
      .map((file) => [file.path, file]),
  )

/** Imports of any kind, of types and by `import()` too. */
const importsWithin = (files: ReadonlyMap<string, SourceFile>): Graph =>
  new Map(
    [...files].map(([path, file]) => {
      const targets = importsOf(file).map(({ target }) => target)
      return [path, new Set(targets.filter((target) => files.has(target) && target !== path))]
    }),
  )

/** `formulaire` for `server/src/formulaire/x.ts`; null for a file at the root of `src`. */
function roomOf(path: string, root: string): string | null {
  const [room, ...rest] = path.slice(root.length).split('/')
  return rest.length > 0 && room ? room : null
}

function roomsOf(files: Graph, root: string): Graph {
  const rooms = new Map<string, Set<string>>()
  for (const [path, targets] of files) {
    const here = roomOf(path, root)
    if (here === null) continue
    const seen = rooms.get(here) ?? new Set()
    rooms.set(here, seen)
    for (const target of targets) {
      const there = roomOf(target, root)
      if (there !== null && there !== here) seen.add(there)
    }
  }
  return rooms
}

/** At the line of the first import of a circle. */
function faultOf(files: ReadonlyMap<string, SourceFile>, from: string, to: string, way: string) {
  const file = files.get(from)
  const taken = file && importsOf(file).find(({ target }) => target === to)
  const line = file && taken ? lineOf(file, taken.start) : 0
  return { path: from, line, message: way }
}

function faultsOf(repo: Repo, root: string): Fault[] {
  const files = filesOf(repo, root)
  const graph = importsWithin(files)
  const circles = circlesOf(graph).map((way) => {
    const [from = '', to = ''] = way
    const names = way.map((path) => path.slice(root.length))
    return faultOf(files, from, to, `cercle d’imports\u00a0: ${names.join(' → ')}`)
  })
  const knots = circlesOf(roomsOf(graph, root)).map((way) => {
    const [here, there] = way
    const arrows = [...graph].flatMap(([from, targets]) =>
      roomOf(from, root) === here ? [...targets].map((to) => ({ from, to })) : [],
    )
    const arrow = arrows.find(({ to }) => roomOf(to, root) === there)
    const said = `nœud de fonctions\u00a0: ${way.join(' → ')}`
    return faultOf(files, arrow?.from ?? root, arrow?.to ?? '', said)
  })
  return [...circles, ...knots]
}

/** Imports go one way: no file, and no room, comes back to itself by what it imports. */
export const cercles: Rule = {
  name: 'imports à sens unique',
  check: (repo) => ROOTS.flatMap((root) => faultsOf(repo, root)),
}
