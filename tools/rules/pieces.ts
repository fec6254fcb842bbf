import { posix } from 'node:path'
import { codeFiles, type Fault, isTest, type Repo, type Rule, type SourceFile } from './repo.ts'
import { importsOf } from './source.ts'

const PRODUCTION = /^(contract|server|web)\/(src|seed)\//
/** Share of the files that may have one importer, in their own folder. */
const WISHED = 0.2

const productionOf = (repo: Repo): SourceFile[] =>
  codeFiles(repo).filter(({ path }) => PRODUCTION.test(path) && !isTest(path))

/** Each file and those of production that import it. */
function importersOf(files: SourceFile[]): Map<string, Set<string>> {
  const importers = new Map(files.map(({ path }) => [path, new Set<string>()]))
  for (const file of files) {
    for (const { target } of importsOf(file)) importers.get(target)?.add(file.path)
  }
  return importers
}

/** Files with a single importer, in their own folder: pieces of it, unless they earn their name. */
function fragments(files: SourceFile[]): Fault[] {
  return [...importersOf(files)].flatMap(([path, by]) => {
    const [importer] = by
    const alone = by.size === 1 && importer !== undefined
    if (!alone || posix.dirname(importer) !== posix.dirname(path)) return []
    return [{ path, line: 0, message: `n’a que ${posix.basename(importer)}` }]
  })
}

function count(files: SourceFile[], alone: Fault[]): Fault {
  const lines = files.reduce((total, { text }) => total + text.trimEnd().split('\n').length, 0)
  const share = Math.round((100 * alone.length) / Math.max(files.length, 1))
  return {
    path: 'production',
    line: 0,
    message:
      `${lines} lignes, ${files.length} fichiers, dont ${alone.length} (${share} %, ` +
      `${100 * WISHED} au plus souhaités) à un seul lecteur, de leur dossier`,
  }
}

/** How much there is, and in how many pieces: notes alone, for whoever reviews. */
export const pieces: Rule = {
  name: 'morceaux',
  check: () => [],
  notes: (repo) => {
    const files = productionOf(repo)
    const alone = fragments(files)
    return [count(files, alone), ...alone]
  },
}
