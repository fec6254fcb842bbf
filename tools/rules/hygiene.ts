import { codeFiles, type Fault, isTest, type Repo, type Rule, type SourceFile } from './repo.ts'
import { codeOf, isNode, lineOf, nodesOf, syntaxOf } from './source.ts'

// Written in pieces, so that this file does not refuse itself.
const UNDONE = new RegExp(`\\b(${['T(?:ODO)', 'F(?:IXME)', 'X{3}'].join('|')})\\b`)
const PLACES = new RegExp(
  [
    '(?<![\\w.@:-])/(?:home|Users|root|work|workspace)/\\w',
    '[A-Z]:\\\\Users',
    'registry[.]npm',
  ].join('|'),
)

/** Paths of a machine, addresses of a registry: a checkout must not know where it was written. */
function places(repo: Repo): Fault[] {
  return repo.files.flatMap((file) => {
    if (!PLACES.test(file.text)) return []
    return file.text.split('\n').flatMap((text, index) => {
      const found = PLACES.exec(text)?.[0]
      const message = `chemin de machine ou adresse de registre : ${found}`
      return found ? [{ path: file.path, line: index + 1, message }] : []
    })
  })
}

function matches(file: SourceFile, code: string, pattern: RegExp, message: string): Fault[] {
  return [...code.matchAll(pattern)].map(({ index }) => ({
    path: file.path,
    line: lineOf(file, index),
    message,
  }))
}

function anys(file: SourceFile): Fault[] {
  return nodesOf(file)
    .filter(({ type }) => type === 'TSAnyKeyword')
    .map(({ start }) => ({ path: file.path, line: lineOf(file, start), message: 'pas de any' }))
}

function todos(file: SourceFile): Fault[] {
  return syntaxOf(file)
    .comments.filter(({ value }) => UNDONE.test(value))
    .map(({ start }) => ({
      path: file.path,
      line: lineOf(file, start),
      message: 'faites-le, ou ouvrez une demande',
    }))
}

/** A test left aside or alone; `skipIf` and `runIf` name their condition, and stay. */
function setAside(file: SourceFile): Fault[] {
  const pattern = /\b(?:it|test|describe)\.(?:only|skip|todo|fixme|fails)\b/g
  const message = 'test isolé ou laissé de côté'
  return isTest(file.path) ? matches(file, codeOf(file), pattern, message) : []
}

const named = (node: unknown, name: string): boolean => isNode(node) && node.name === name

/** `object.property`, called or not. */
const isMember = (node: unknown, object: string, property: string): boolean =>
  isNode(node) && named(node.object, object) && named(node.property, property)

const isNow = (node: unknown): boolean => isNode(node) && isMember(node.callee, 'Date', 'now')

/** How long a thing takes is for the bench; and what fails now and then is broken: no second try. */
function timings(file: SourceFile): Fault[] {
  if (!isTest(file.path)) return []
  const message = 'un test ne mesure pas le temps, et n’a qu’un essai (une durée va dans bench/)'
  return nodesOf(file)
    .filter(
      (node) =>
        isMember(node, 'performance', 'now') ||
        isMember(node, 'process', 'hrtime') ||
        (node.type === 'BinaryExpression' && node.operator === '-' && isNow(node.left)) ||
        (node.type === 'Property' && named(node.key, 'retry')),
    )
    .map(({ start }) => ({ path: file.path, line: lineOf(file, start), message }))
}

/** A browser whose network or clock a test holds is not one that another test has left. */
function leftOvers(file: SourceFile): Fault[] {
  if (!/^e2e\/.*\.test\.ts$/.test(file.path)) return []
  const code = codeOf(file)
  if (/\bneuf: true\b/.test(code) || !/\bas\b *[,}]/.test(code)) return []
  const message = 'un test qui tient le réseau ou l’horloge dit « neuf: true »'
  return matches(file, code, /\.setOffline\(|\.clock\.install\(/g, message)
}

/** The clock is the platform's: elsewhere, the time is an argument (`maintenant`). */
function clocks(file: SourceFile): Fault[] {
  const pure = /^contract\/src\/|^server\/src\/[^/]+\//.test(file.path)
  if (!pure || file.path.startsWith('server/src/platform/') || isTest(file.path)) return []
  const pattern = /\bnew Date\(\)|\bDate\.now\(\)/g
  return matches(file, codeOf(file), pattern, 'l’heure est un argument (« maintenant »)')
}

/** What a comment may send to: `docs/conception.md`, `docs/decisions/0004`, « decision 0011 ». */
const CITED =
  /(?:docs\/decisions\/|\bdecisions? )(\d{4})(?:-[\w-]+\.md)?|([\w./-]+\.md)\b|(?<!\bRFC \d+ )§/g

/** A comment cites what a clone has: a document of the repository, or a public standard. */
function citations(repo: Repo): Fault[] {
  const paths = repo.files.map(({ path }) => path)
  const exists = (decision: string | undefined, document: string | undefined) =>
    (decision !== undefined &&
      paths.some((path) => path.startsWith(`docs/decisions/${decision}-`))) ||
    (document !== undefined && paths.some((path) => `/${path}`.endsWith(`/${document}`)))
  return codeFiles(repo).flatMap((file) =>
    syntaxOf(file).comments.flatMap(({ value, start }) =>
      [...value.matchAll(CITED)]
        .filter(([, decision, document]) => !exists(decision, document))
        .map(([cited]) => ({
          path: file.path,
          line: lineOf(file, start),
          message: `« ${cited} » n’est pas dans le dépôt`,
        })),
    ),
  )
}

/** What should not be left behind. */
export const hygiene: Rule = {
  name: 'propreté',
  check: (repo) => [
    ...places(repo),
    ...citations(repo),
    ...codeFiles(repo).flatMap((file) => [
      ...anys(file),
      ...todos(file),
      ...setAside(file),
      ...timings(file),
      ...leftOvers(file),
      ...clocks(file),
    ]),
  ],
}
