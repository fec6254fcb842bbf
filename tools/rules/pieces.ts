import { posix } from 'node:path'
import { codeFiles, type Fault, isTest, type Repo, type Rule, type SourceFile } from './repo.ts'
import { importsOf } from './source.ts'

const PRODUCTION = /^(contract|server|web)\/(src|seed)\//
/** Share of the files of a folder, at the most, that may have one importer, in their own folder. */
const BOUNDS = { '': 0.2, 'web/src/formulaire/saisie/': 0.25 }
/** Of fewer files, a share says nothing. */
const ENOUGH = 40

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

const percent = (part: number): string => (100 * part).toFixed(1).replace('.', ',')

function count(files: SourceFile[], alone: Fault[]): Fault {
  const lines = files.reduce((total, { text }) => total + text.trimEnd().split('\n').length, 0)
  return {
    path: 'production',
    line: 0,
    message:
      `${lines} lignes, ${files.length} fichiers, dont ${alone.length} ` +
      `(${percent(alone.length / Math.max(files.length, 1))} %) à un seul lecteur, de leur dossier`,
  }
}

/** A folder in too many pieces: a file and its only reader are read together. */
function tooMany(files: SourceFile[], alone: Fault[]): Fault[] {
  return Object.entries(BOUNDS).flatMap(([folder, bound]) => {
    const within = files.filter(({ path }) => path.startsWith(folder))
    const share = alone.filter(({ path }) => path.startsWith(folder)).length / within.length
    if (within.length < ENOUGH || share <= bound) return []
    const message =
      `${percent(share)} % des fichiers n’ont qu’un lecteur, de leur dossier (${100 * bound} au plus) : ` +
      'réunissez ce qui se lit ensemble (tools/check.ts --notes les dit)'
    return [{ path: folder || 'production', line: 0, message }]
  })
}

/** How much there is, and in how many pieces. */
export const pieces: Rule = {
  name: 'morceaux',
  check: (repo) => {
    const files = productionOf(repo)
    return tooMany(files, fragments(files))
  },
  notes: (repo) => {
    const files = productionOf(repo)
    const alone = fragments(files)
    return [count(files, alone), ...alone]
  },
}
