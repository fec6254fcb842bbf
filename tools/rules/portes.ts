import { PORTES } from '../portes.ts'
import { codeFiles, type Fault, isTest, type Repo, type Rule } from './repo.ts'
import { importsOf, nodesOf } from './source.ts'

const SERVER = 'server/src/'
/** Kysely's ways of writing a statement. */
const STATEMENTS = new Set(['selectFrom', 'insertInto', 'updateTable', 'deleteFrom', 'mergeInto'])

/** The room of a server's file that is in one, else null. */
const roomOf = (path: string): string | null => /^server\/src\/([^/]+)\//.exec(path)?.[1] ?? null

const listDoors = (): string[] =>
  Object.entries(PORTES).flatMap(([room, doors]) =>
    doors.map((door) => `${SERVER}${room}/${door}.ts`),
  )

/** Whether other rooms may import this file. */
export const isDoor = (path: string): boolean => listDoors().includes(path)

/** A door that leads nowhere, or that nobody takes, is one too many. */
function idleDoors(repo: Repo): Fault[] {
  const used = new Set(
    codeFiles(repo)
      .filter(({ path }) => path.startsWith(SERVER) && !isTest(path))
      .flatMap((file) =>
        importsOf(file)
          .filter(({ target }) => roomOf(target) !== roomOf(file.path))
          .map(({ target }) => target),
      ),
  )
  return listDoors()
    .filter((door) => !used.has(door))
    .map((door) => ({ path: 'tools/portes.ts', line: 0, message: `personne ne passe par ${door}` }))
}

/** A file is named for what it does: a `.sql.ts` holds statements. */
function emptyStatements(repo: Repo): Fault[] {
  return codeFiles(repo)
    .filter(({ path }) => path.startsWith(SERVER) && path.endsWith('.sql.ts'))
    .filter(
      (file) =>
        !nodesOf(file).some(
          (node) =>
            (node.type === 'TaggedTemplateExpression' &&
              file.text.slice(node.start, node.start + 3) === 'sql') ||
            (node.type === 'Identifier' && STATEMENTS.has(file.text.slice(node.start, node.end))),
        ),
    )
    .map(({ path }) => ({
      path,
      line: 0,
      message: 'un .sql.ts contient des instructions : nommez ce fichier d’après ce qu’il fait',
    }))
}

/** The doors of the server's rooms (tools/portes.ts), and what their names say. */
export const portes: Rule = {
  name: 'portes des fonctions',
  check: (repo) => [...idleDoors(repo), ...emptyStatements(repo)],
}
