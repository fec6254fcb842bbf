import {
  codeFiles,
  type Fault,
  isCode,
  isTest,
  type Repo,
  type Rule,
  type SourceFile,
} from './repo.ts'
import { lineOf, nodesOf } from './source.ts'

const FILE_WISHED = 200
const FUNCTION_WISHED = 40
const LINE_STOP = 100

const counted = (path: string): boolean => isCode(path) || /\.(sql|css)$/.test(path)
const linesOf = (file: SourceFile): string[] => file.text.trimEnd().split('\n')

/** A note, never a stop: a file is as long as its subject, and cut in two it is read twice. */
function longFiles(repo: Repo): Fault[] {
  return repo.files
    .filter(({ path }) => counted(path))
    .map((file) => ({ file, count: linesOf(file).length }))
    .filter(({ count }) => count > FILE_WISHED)
    .map(({ file, count }) => ({ path: file.path, line: 0, message: `${count} lignes` }))
}

const FUNCTIONS = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'])

/** From 80 on, oxlint stops them (`max-lines-per-function`). */
function longFunctions(repo: Repo): Fault[] {
  return repo.files
    .filter(({ path }) => isCode(path) && !isTest(path))
    .flatMap((file) =>
      nodesOf(file)
        .filter(({ type }) => FUNCTIONS.has(type))
        .map(({ start, end }) => ({ first: lineOf(file, start), last: lineOf(file, end) }))
        .map(({ first, last }) => ({ first, count: last - first + 1 }))
        .filter(({ count }) => count > FUNCTION_WISHED)
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

/** Budgets: what stops, and as notes what deserves a look. */
export const budgets: Rule = {
  name: 'budgets',
  check: (repo) => codeFiles(repo).flatMap(longLines),
  notes: (repo) => [...longFiles(repo), ...longFunctions(repo)],
}
