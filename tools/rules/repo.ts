import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'

/** A text file of the checkout; `path` is relative to its root, with `/`. */
export type SourceFile = { path: string; text: string }

/** What a rule looks at: every text file that is ours, whatever its workspace. */
export type Repo = { root: string; files: SourceFile[] }

/** Something to correct. `line` counts from 1; 0 speaks of the whole file. */
export type Fault = { path: string; line: number; message: string }

/** A habit that a linter cannot know. `notes` are shown and refuse nothing. */
export type Rule = {
  name: string
  check: (repo: Repo) => Fault[]
  notes?: (repo: Repo) => Fault[]
}

const IGNORED = new Set([
  '.git',
  'captures',
  'node_modules',
  'dist',
  'donnees',
  'coverage',
  'test-results',
  'rejeu',
  'playwright-report',
])
const TEXT =
  /\.(ts|tsx|txt|mjs|js|json|sql|md|css|html|yml|yaml|svg|webmanifest)$|\/run$|\/\.[a-z]+rc$/

function walkFolder(folder: string, into: string[]): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (IGNORED.has(entry.name)) continue
    const path = join(folder, entry.name)
    if (entry.isDirectory()) walkFolder(path, into)
    else if (entry.isFile()) into.push(path)
  }
}

/** Reads the checkout at `root`: text files with their content, the others with an empty one. */
export function readRepo(root: string): Repo {
  const paths: string[] = []
  walkFolder(root, paths)
  const files = paths.map((path) => ({
    path: relative(root, path).split(sep).join('/'),
    text: TEXT.test(path.split(sep).join('/')) ? readFileSync(path, 'utf8') : '',
  }))
  return { root, files: files.toSorted((a, b) => (a.path < b.path ? -1 : 1)) }
}

export const isCode = (path: string): boolean => /\.(ts|tsx|mjs)$/.test(path)
/** Tests, and the benches that they share. */
export const isTest = (path: string): boolean =>
  /\.(test|banc)\.tsx?$|^e2e\/|^server\/test\//.test(path)

export function codeFiles(repo: Repo): SourceFile[] {
  return repo.files.filter((file) => isCode(file.path))
}
