import { codeFiles, type Fault, type Repo, type Rule, type SourceFile } from './repo.ts'
import { isNode, lineOf, type Node, nodesOf, syntaxOf } from './source.ts'

/** Public readings: they take nothing that could be refused. */
const REFUSE_NOTHING = new Set(['lireConfiguration', 'lireSante', 'lireOpenapi'])

type Operation = { name: string; feature: string; path: string; file: SourceFile; start: number }

const keyOf = (node: Node): string | null =>
  isNode(node.key) && typeof node.key.name === 'string' ? node.key.name : null

const propertiesOf = (node: unknown): Node[] =>
  isNode(node) && Array.isArray(node.properties) ? node.properties.filter(isNode) : []

const unwrap = (value: unknown): unknown =>
  isNode(value) && isNode(value.expression) ? unwrap(value.expression) : value

/** `export const xApi = {…} as const satisfies …`, its wrappers taken off. */
function tableOf(declaration: Node): Node[] {
  const { id } = declaration
  if (!isNode(id) || typeof id.name !== 'string' || !id.name.endsWith('Api')) return []
  return propertiesOf(unwrap(declaration.init)).filter((property) => property.type === 'Property')
}

/** The operations of the contract, as `x.api.ts` files write them. */
function operationsOf(repo: Repo): Operation[] {
  const files = repo.files.filter(({ path }) => /^contract\/src\/.+\.api\.ts$/.test(path))
  return files.flatMap((file) =>
    nodesOf(file)
      .filter(({ type }) => type === 'VariableDeclarator')
      .flatMap(tableOf)
      .map((property) => {
        const source = file.text.slice(property.start, property.end)
        return {
          name: keyOf(property) ?? '',
          feature: file.path.split('/')[2] ?? '',
          path: /['"`](\/[^'"`]+)['"`]/.exec(source)?.[1] ?? '',
          file,
          start: property.start,
        }
      }),
  )
}

/** The closed list of codes, read from `contract/src/erreur.ts`. */
function codesOf(repo: Repo): string[] {
  const file = repo.files.find(({ path }) => path === 'contract/src/erreur.ts')
  if (!file) return []
  return nodesOf(file).flatMap((node) => {
    const key = node.type === 'Property' ? keyOf(node) : null
    return key && /^[A-Z][A-Z_0-9]+$/.test(key) ? [key] : []
  })
}

const TESTS = /^(it|test)$/

/** Whether a call is `it(…)`, `test(…)` or `it.each(…)(…)`. */
function isTestCall(node: Node): boolean {
  let callee: unknown = node.callee
  while (isNode(callee)) {
    if (typeof callee.name === 'string') return TESTS.test(callee.name)
    callee = callee.object ?? callee.callee ?? callee.tag
  }
  return false
}

/** `const CAS = [[…], […]] as const`: rows for `it.each`. */
function isTable({ type, init }: Node): boolean {
  const value = unwrap(init)
  return type === 'VariableDeclarator' && isNode(value) && /^(Array|Object)Expr/.test(value.type)
}

type Piece = { path: string; text: string }

/** The pieces of a test file that may prove a refusal: each test, each table of cases. */
function piecesOf(file: SourceFile): Piece[] {
  const { comments } = syntaxOf(file)
  const nodes = nodesOf(file)
  const tables = nodes.filter(isTable)
  const tests = nodes.filter((node) => node.type === 'CallExpression' && isTestCall(node))
  return [...tables, ...tests].map(({ start, end }) => {
    const inside = comments.filter((comment) => comment.start >= start && comment.end <= end)
    const text = inside.reduceRight(
      (kept, comment) => kept.slice(0, comment.start - start) + kept.slice(comment.end - start),
      file.text.slice(start, end),
    )
    return { path: file.path, text }
  })
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')

/**
 * Whether a piece calls the operation: by its name (`validerFormulaire`), by its path with its
 * parameters filled (`/valider/${id}`), or, among its feature's tests, by its verb (`'valider'`).
 */
function calls({ name, feature, path }: Operation, piece: Piece): boolean {
  const parts = path.split(/\{\w+\}/).map(escaped)
  const filled = parts.join('[^/\'"`\\s]+')
  if (new RegExp(`\\b${name}\\b|${filled}(?=['"\`?\\s])`).test(piece.text)) return true
  const [verb = ''] = name.split(/(?=[A-Z])/)
  const own = name.toLowerCase() === verb + feature.toLowerCase()
  return own && piece.path.includes(`/${feature}/`) && piece.text.includes(`'${verb}'`)
}

function unrefused(repo: Repo): Operation[] {
  const pieces = codeFiles(repo)
    .filter(({ path }) => path.startsWith('server/') && path.endsWith('.test.ts'))
    .flatMap(piecesOf)
  const refusal = new RegExp(`\\b(4\\d\\d|${codesOf(repo).join('|') || '4\\d\\d'})\\b`)
  const refusing = pieces.filter(({ text }) => refusal.test(text))
  return operationsOf(repo)
    .filter(({ name }) => !REFUSE_NOTHING.has(name))
    .filter((operation) => !refusing.some((piece) => calls(operation, piece)))
}

/**
 * Each operation has its refusal beside its success (maison §4): in a server test file, one test,
 * or one table of cases, holds both the operation (by name, path or verb) and a status
 * 4xx or a code of the contract.
 */
export const refusals: Rule = {
  name: 'un refus par opération',
  check: (repo) =>
    unrefused(repo).map(
      ({ name, feature, file, start }): Fault => ({
        path: file.path,
        line: lineOf(file, start),
        message: `${name} n’a pas de refus dans les tests de server/src/${feature}`,
      }),
    ),
}
