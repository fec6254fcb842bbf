import { codeFiles, type Fault, isTest, type Repo, type Rule, type SourceFile } from './repo.ts'
import { codeOf, lineOf, nodesOf, syntaxOf } from './source.ts'

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

/** The clock is the platform's: elsewhere, the time is an argument (`maintenant`). */
function clocks(file: SourceFile): Fault[] {
  const pure = /^contract\/src\/|^server\/src\/[^/]+\//.test(file.path)
  if (!pure || file.path.startsWith('server/src/platform/') || isTest(file.path)) return []
  const pattern = /\bnew Date\(\)|\bDate\.now\(\)/g
  return matches(file, codeOf(file), pattern, 'l’heure est un argument (« maintenant »)')
}

/** What should not be left behind. */
export const hygiene: Rule = {
  name: 'propreté',
  check: (repo) => [
    ...places(repo),
    ...codeFiles(repo).flatMap((file) => [
      ...anys(file),
      ...todos(file),
      ...setAside(file),
      ...clocks(file),
    ]),
  ],
}
