import type { Fault, Rule, SourceFile } from './repo.ts'
import { lineOf, textsOf } from './source.ts'

/** Where sentences for people stand. */
const CATALOGUE = /\.textes\.ts$|^contract\/src\/erreur\.ts$/
/** A line given by the specification, never to be changed. */
const GIVEN = /\/\/ \[S\]/

const MISTAKES: [RegExp, string][] = [
  [/[^\s\u00a0\u202f] [;!?]/, 'espace fine insécable (U+202F) attendue devant « ; ! ? »'],
  [/[\p{L}\p{N}»)}][;!?]/u, 'espace fine insécable (U+202F) manquante devant « ; ! ? »'],
  [/[^\s\u00a0\u202f] :/, 'espace insécable (U+00A0) attendue devant « : »'],
  [/[\p{L}»)}]:(?=\s|$)/u, 'espace insécable (U+00A0) manquante devant « : »'],
  [/«(?!\u00a0)|(?<!\u00a0)»/, 'espace insécable (U+00A0) attendue à l’intérieur des guillemets'],
  [/\p{L}'\p{L}|\p{L}'$|\p{L}'\s/u, 'apostrophe typographique (’) attendue'],
  [/\.\.\./, 'points de suspension (…) attendus'],
  [
    /\b(lorem|ipsum|placeholder|loading|submit|cancel|please|password|welcome|error|save|search)\b/i,
    'mot anglais dans un texte français',
  ],
]

/** Identifiers, paths and addresses stand in the catalogue too, and are no sentences. */
const isSentence = (value: string): boolean =>
  /\p{L}/u.test(value) && !/^([.@a-z/][\w./{}:@-]*|[A-Z0-9_]+|https?:\S+)$/.test(value)

function faultsOf(file: SourceFile): Fault[] {
  const lines = file.text.split('\n')
  return textsOf(file).flatMap(({ value, start }) => {
    const line = lineOf(file, start)
    if (!isSentence(value) || GIVEN.test(lines[line - 1] ?? '')) return []
    return MISTAKES.filter(([pattern]) => pattern.test(value)).map(([, message]) => ({
      path: file.path,
      line,
      message,
    }))
  })
}

/** French typography of the catalogue (domaine §5). */
export const typography: Rule = {
  name: 'typographie',
  check: (repo) => repo.files.filter(({ path }) => CATALOGUE.test(path)).flatMap(faultsOf),
}
