import { codeFiles, type Fault, isTest, type Repo, type Rule, type SourceFile } from './repo.ts'
import { codeOf, lineOf } from './source.ts'

/**
 * A table belongs to the room of `server/src` that writes it, and nothing says so twice: these are
 * those that two rooms write, with the folders or files that may.
 */
const SHARED: Readonly<Record<string, readonly string[]>> = {
  // Who somebody is, and what he signs in by: of the latter, the secrets alone.
  utilisateur: ['utilisateur', 'session/secret.sql.ts'],
}

/** These fill an empty base, through no screen: seed, generator, tests. */
const exempt = (path: string): boolean =>
  isTest(path) ||
  path.startsWith('server/src/generer') ||
  path.startsWith('server/src/demonstration/')

const STATEMENTS = [
  /\b(?:insertInto|updateTable|deleteFrom|mergeInto|replaceInto)\(\s*['"`](\w+)/g,
  /\b(?:insert\s+into|delete\s+from|merge\s+into|truncate(?:\s+table)?)\s+"?(\w+)/gi,
  // `for update` locks and `on conflict do update set` writes the table of its insert.
  /(?<!\bfor\s+)(?<!\bdo\s+)\bupdate\s+(?:only\s+)?"?(\w+)"?(?:\s+(?:as\s+)?\w+)?\s+set\b/gi,
]

const SERVER = 'server/src/'
const snake = (name: string): string => name.replace(/[A-Z]/g, (c) => `_${c.toLowerCase()}`)
const roomOf = (path: string): string => path.slice(SERVER.length).split('/')[0] ?? ''

/** A place where a table is created, or written. */
type Place = { table: string; file: SourceFile; start: number }

const faultAt = ({ file, start }: Place, message: string): Fault => ({
  path: file.path,
  line: lineOf(file, start),
  message,
})

const isIn = ({ path }: SourceFile, home: string): boolean =>
  `${path}/`.startsWith(`${SERVER}${home}/`)

function writesOf(file: SourceFile): Place[] {
  const code = codeOf(file)
  return STATEMENTS.flatMap((pattern) =>
    [...code.matchAll(pattern)].map(({ 1: name = '', index }) => ({
      table: snake(name),
      file,
      start: index,
    })),
  )
}

const migrationsOf = (repo: Repo): SourceFile[] =>
  repo.files.filter(({ path }) => /^server\/migrations\/.*\.sql$/.test(path))

/** Tables that triggers keep: written by the functions of the migrations. */
function keptOf(repo: Repo): string[] {
  const bodies = migrationsOf(repo).flatMap(({ text }) => text.match(/\$\$.*?\$\$/gs) ?? [])
  return bodies.flatMap((body) =>
    STATEMENTS.flatMap((pattern) => [...body.matchAll(pattern)].map(({ 1: name = '' }) => name)),
  )
}

/** Tables that migrations create, and none drops, with where. */
function tablesOf(repo: Repo): Place[] {
  const migrations = migrationsOf(repo)
  const said = (verb: string): Place[] =>
    migrations.flatMap((file) =>
      [...file.text.matchAll(new RegExp(`^\\s*${verb} (\\w+)`, 'gim'))].map(
        ({ 1: table = '', index }) => ({ table, file, start: index }),
      ),
    )
  const dropped = new Set(said('drop table(?: if exists)?').map(({ table }) => table))
  return said('create table(?: if not exists)?').filter(({ table }) => !dropped.has(table))
}

/** A table that nobody writes has no owner: it is of no use, or its room forgot it. */
const orphans = (tables: Place[], written: Set<string>): Fault[] =>
  tables
    .filter(({ table }) => !written.has(table))
    .map((place) => faultAt(place, `aucune pièce de ${SERVER} n’écrit la table « ${place.table} »`))

/** Nobody can tell which of two rooms is at home: both are named, at every statement. */
function strangers(places: Place[]): Fault[] {
  const rooms = new Map<string, Set<string>>()
  for (const { table, file } of places) {
    rooms.set(table, (rooms.get(table) ?? new Set()).add(roomOf(file.path)))
  }
  return places.flatMap((place) => {
    const { table, file } = place
    const shared = SHARED[table]
    if (shared?.some((home) => isIn(file, home))) return []
    if (shared) return faultAt(place, `seuls ${shared.join(' et ')} écrivent dans « ${table} »`)
    const both = [...(rooms.get(table) ?? [])].toSorted()
    if (both.length < 2) return []
    return faultAt(place, `${both.join(' et ')} écrivent « ${table} » : une table n’a qu’une pièce`)
  })
}

/** Where an exception no longer serves, it is taken away. */
const idle = (tables: Place[], places: Place[]): Fault[] =>
  tables.flatMap((place) => {
    const own = places.filter(({ table }) => table === place.table)
    const left = (SHARED[place.table] ?? []).filter(
      (home) => !own.some(({ file }) => isIn(file, home)),
    )
    const said = left.map((home) => `${home} n’écrit plus « ${place.table} »`)
    return said.map((message) => faultAt(place, `${message} : ôtez-le de tools/rules/writes.ts`))
  })

/** Read anywhere, write at home. */
export const writes: Rule = {
  name: 'écrire chez soi',
  check: (repo) => {
    const tables = tablesOf(repo)
    const places = codeFiles(repo)
      .filter(({ path }) => path.startsWith(SERVER) && !exempt(path))
      .flatMap(writesOf)
    const written = new Set([...places.map(({ table }) => table), ...keptOf(repo)])
    return [...orphans(tables, written), ...strangers(places), ...idle(tables, places)]
  },
}
