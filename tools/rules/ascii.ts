import { codeFiles, type Fault, type Repo, type Rule, type SourceFile } from './repo.ts'
import { lineOf, nodesOf } from './source.ts'

const FOREIGN = /[^\u0020-\u007e\n\r\t]/

function paths(repo: Repo): Fault[] {
  return repo.files
    .filter(({ path }) => FOREIGN.test(path))
    .map(({ path }) => ({ path, line: 0, message: 'chemin hors ASCII' }))
}

const NAMES = new Set(['Identifier', 'PrivateIdentifier', 'JSXIdentifier'])

function identifiers(file: SourceFile): Fault[] {
  return nodesOf(file)
    .filter(({ type, name }) => NAMES.has(type) && typeof name === 'string' && FOREIGN.test(name))
    .map(({ name, start }) => ({
      path: file.path,
      line: lineOf(file, start),
      message: `identifiant hors ASCII : ${String(name)}`,
    }))
}

/** SQL without its comments and texts: names and keywords remain. */
function bareSql(text: string): string {
  const blank = (part: string): string => part.replace(/[^\n]/g, ' ')
  return text.replace(/--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'/g, blank)
}

function sqlNames(file: SourceFile): Fault[] {
  return bareSql(file.text)
    .split('\n')
    .flatMap((line, index) =>
      FOREIGN.test(line)
        ? [{ path: file.path, line: index + 1, message: 'nom SQL hors ASCII' }]
        : [],
    )
}

/** No accent in paths and identifiers, TypeScript or SQL. */
export const ascii: Rule = {
  name: 'noms sans accent',
  check: (repo) => [
    ...paths(repo),
    ...codeFiles(repo).flatMap(identifiers),
    ...repo.files.filter(({ path }) => path.endsWith('.sql')).flatMap(sqlNames),
  ],
}
