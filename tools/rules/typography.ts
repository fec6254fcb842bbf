import { codeFiles, type Fault, isCode, isTest, type Rule, type SourceFile } from './repo.ts'
import { codeOf, lineOf, textsOf } from './source.ts'

/** Where every text is for people. */
const CATALOGUE = /\.(textes|champs)\.ts$|^contract\/src\/erreur\.ts$|^web\/src\/routes\.tsx$/
/** Elsewhere a sentence is known by its French; what the tests of a model expect is none of ours. */
const PRODUCTION = /^(contract|server|web)\/(?!seed\/cas\/)/
/** A line given by the specification, never to be changed. */
const GIVEN = /\/\/ \[S\]/

type Mistake = [RegExp, string]

const TYPOGRAPHY: Mistake[] = [
  [/(?:^|[^\s\u00a0\u202f]) [;!?]/, 'espace fine insécable (U+202F) attendue devant « ; ! ? »'],
  [/[\p{L}\p{N}»)}][;!?]/u, 'espace fine insécable (U+202F) manquante devant « ; ! ? »'],
  [/(?:^|[^\s\u00a0\u202f]) :/, 'espace insécable (U+00A0) attendue devant « : »'],
  [/[\p{L}»)}]:(?=\s|$)/u, 'espace insécable (U+00A0) manquante devant « : »'],
  [/«(?!\u00a0)|(?<!\u00a0)»/, 'espace insécable (U+00A0) attendue à l’intérieur des guillemets'],
  [/\p{L}'\p{L}|\p{L}'$|\p{L}'\s/u, 'apostrophe typographique (’) attendue'],
  [/\.\.\./, 'points de suspension (…) attendus'],
]

const MISTAKES: Mistake[] = [
  ...TYPOGRAPHY,
  [
    /\b(lorem|ipsum|placeholder|loading|submit|cancel|please|password|welcome|error|save|search)\b/i,
    'mot anglais dans un texte français',
  ],
]

/** Identifiers, paths and addresses stand in the catalogue too, and are no sentences. */
const isSentence = (value: string): boolean =>
  /\p{L}/u.test(value) && !/^([.@a-z/][\w./{}:@-]*|[A-Z0-9_]+|https?:\S+)$/.test(value)

/** Accents, quotation marks, elisions; or the beginning of a sentence that goes on after a colon. */
const FRENCH = [
  /[àâçéèêëîïôùûœ’«»]|\b(?:[ldnmstcj]|qu)'\p{L}/iu,
  /^[A-ZÀÉ]\p{Ll}+ (?:.* )?[:;!?](?: |$)/u,
]

/** French, and on one line, unlike a statement. */
const isFrench = (value: string): boolean =>
  value.trim().includes(' ') &&
  !value.includes('\n') &&
  FRENCH.some((pattern) => pattern.test(value))

/** A formula in a message is written in the formulas' own way. */
const withoutFormulas = (value: string): string => value.replace(/\{[^{}]*\}/g, '0')

/** Where a no-break space is written as its escape: as itself, nobody sees which it is. */
const ESCAPED = /^(contract|server|web)\//
/** Another way than `\u00a0` and `\u202f`: the sign itself, or the escape in capitals. */
const UNSEEN = /[\u00a0\u202f]|\\u(?:00A0|202F)/g

function escapesOf(file: SourceFile): Fault[] {
  if (!ESCAPED.test(file.path)) return []
  return [...codeOf(file).matchAll(UNSEEN)].map(({ index }) => ({
    path: file.path,
    line: lineOf(file, index),
    message: 'une espace insécable s’écrit \\u00a0, ou \\u202f si elle est fine',
  }))
}

function faultsOf(file: SourceFile): Fault[] {
  const lines = file.text.split('\n')
  const catalogue = CATALOGUE.test(file.path)
  const [concerned, mistakes] = catalogue ? [isSentence, MISTAKES] : [isFrench, TYPOGRAPHY]
  return textsOf(file).flatMap(({ value, start }) => {
    const line = lineOf(file, start)
    if (!concerned(value) || GIVEN.test(lines[line - 1] ?? '')) return []
    const text = withoutFormulas(value)
    return mistakes
      .filter(([pattern]) => pattern.test(text))
      .map(([, message]) => ({ path: file.path, line, message }))
  })
}

const isRead = ({ path }: SourceFile): boolean =>
  isCode(path) && PRODUCTION.test(path) && !isTest(path)

/** French typography of every text that a person may read. */
export const typography: Rule = {
  name: 'typographie',
  check: (repo) => [
    ...repo.files.filter(isRead).flatMap(faultsOf),
    ...codeFiles(repo).flatMap(escapesOf),
  ],
}
