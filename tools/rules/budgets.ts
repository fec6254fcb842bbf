import { type Fault, isCode, isTest, type Repo, type Rule, type SourceFile } from './repo.ts'
import { lineOf, nodesOf } from './source.ts'

const FILE_STOP = 300
const FILE_WISHED = 200
const FUNCTION_STOP = 80
const FUNCTION_WISHED = 40
const LINE_STOP = 100

const counted = (path: string): boolean => isCode(path) || /\.(sql|css)$/.test(path)
const linesOf = (file: SourceFile): string[] => file.text.trimEnd().split('\n')

function longFiles(repo: Repo, above: number, upTo: number): Fault[] {
  return repo.files
    .filter(({ path }) => counted(path))
    .map((file) => ({ file, count: linesOf(file).length }))
    .filter(({ count }) => count > above && count <= upTo)
    .map(({ file, count }) => ({ path: file.path, line: 0, message: `${count} lignes` }))
}

const FUNCTIONS = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'])

function longFunctions(repo: Repo, above: number, upTo: number): Fault[] {
  return repo.files
    .filter(({ path }) => isCode(path) && !isTest(path))
    .flatMap((file) =>
      nodesOf(file)
        .filter(({ type }) => FUNCTIONS.has(type))
        .map(({ start, end }) => ({ first: lineOf(file, start), last: lineOf(file, end) }))
        .map(({ first, last }) => ({ first, count: last - first + 1 }))
        .filter(({ count }) => count > above && count <= upTo)
        .map(({ first, count }) => ({
          path: file.path,
          line: first,
          message: `fonction de ${count} lignes`,
        })),
    )
}

/** Biome folds code; what it cannot fold is a text, an address or a pattern. */
function longLines(file: SourceFile): Fault[] {
  return linesOf(file).flatMap((text, index) => {
    const foldable = text.length > LINE_STOP && !/['"`«]|https?:|\/.+\//.test(text)
    const message = `ligne de ${text.length} signes (${LINE_STOP} au plus)`
    return foldable ? [{ path: file.path, line: index + 1, message }] : []
  })
}

/** Budgets (maison §4): what stops, and as notes what deserves a look. */
export const budgets: Rule = {
  name: 'budgets',
  check: (repo) => [
    ...longFiles(repo, FILE_STOP, Number.POSITIVE_INFINITY),
    ...longFunctions(repo, FUNCTION_STOP, Number.POSITIVE_INFINITY),
    ...repo.files.filter(({ path }) => isCode(path)).flatMap(longLines),
  ],
  notes: (repo) => [
    ...longFiles(repo, FILE_WISHED, FILE_STOP),
    ...longFunctions(repo, FUNCTION_WISHED, FUNCTION_STOP),
  ],
}
