import { createHash } from 'node:crypto'
import { posix } from 'node:path'
import type { Repo, Rule } from './repo.ts'
import { codeOf } from './source.ts'

/** Where the fingerprint of the engine stands: results kept in the base name it. */
export const ENGINE = 'contract/src/modele/moteur.ts'

/** What the server computes a form with. */
const ENTRIES = ['calcul', 'codes', 'compile', 'indicateurs'].map(
  (name) => `contract/src/modele/${name}.ts`,
)

/** What runs when a file does: `import type` brings nothing. */
const IMPORT = /^(?:import(?! type)|export)\b[^'"]*?from '(\.[^']+)'/gm

/** The files of the engine, and all that they import of ours, in the order of their paths. */
function sourcesOf(repo: Repo): { path: string; code: string }[] {
  const files = new Map(repo.files.map((file) => [file.path, file]))
  const found = new Map<string, string>()
  const left = [...ENTRIES]
  for (let path = left.pop(); path !== undefined; path = left.pop()) {
    const file = files.get(path)
    if (!file || found.has(path)) continue
    const code = codeOf(file)
    found.set(path, code)
    for (const [, named = ''] of code.matchAll(IMPORT)) {
      left.push(posix.join(posix.dirname(path), named))
    }
  }
  return [...found]
    .map(([path, code]) => ({ path, code }))
    .toSorted((a, b) => (a.path < b.path ? -1 : 1))
}

/** Neither comments nor blanks change what the engine does. */
function engineOf(repo: Repo): string {
  const hash = createHash('sha256')
  for (const { path, code } of sourcesOf(repo))
    hash.update(`${path} ${code.replace(/\s+/g, ' ')}\n`)
  return hash
    .digest('base64url')
    .replace(/[^a-zA-Z0-9]/g, '')
    .slice(0, 12)
}

/**
 * The file with the fingerprint that it should hold; null when there is none. Its name changes with
 * the sources, unless they were shown to compute the same: `sameResults` (decision 0080).
 */
export function sealedEngine(repo: Repo, sameResults = false): string | null {
  const file = repo.files.find(({ path }) => path === ENGINE)
  if (!file) return null
  const sources = engineOf(repo)
  const sealed = file.text.replace(/Sources: \w*/, `Sources: ${sources}`)
  if (sameResults || sealed === file.text) return sealed
  return sealed.replace(/MOTEUR = '\w*'/, `MOTEUR = '${sources}'`)
}

/** An engine that changed without a new fingerprint would have old results shown as its own. */
export const engine: Rule = {
  name: 'moteur scellé',
  check: (repo) => {
    const file = repo.files.find(({ path }) => path === ENGINE)
    if (!file || file.text === sealedEngine(repo)) return []
    const message = 'le moteur a changé : lancez « npm run sceller »'
    return [{ path: ENGINE, line: 0, message }]
  },
}
