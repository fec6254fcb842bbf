// The habits that a linter cannot know. `--notes` also lists what deserves a look.
import { join } from 'node:path'
import { ascii } from './rules/ascii.ts'
import { budgets } from './rules/budgets.ts'
import { cercles } from './rules/cercles.ts'
import { glossary } from './rules/glossary.ts'
import { hygiene } from './rules/hygiene.ts'
import { imports } from './rules/imports.ts'
import { layout } from './rules/layout.ts'
import { lockfile } from './rules/lockfile.ts'
import { migrations } from './rules/migrations.ts'
import { engine } from './rules/moteur.ts'
import { pieces } from './rules/pieces.ts'
import { portes } from './rules/portes.ts'
import { type Fault, readRepo } from './rules/repo.ts'
import { typography } from './rules/typography.ts'
import { words } from './rules/words.ts'
import { writes } from './rules/writes.ts'

const RULES = [
  imports,
  cercles,
  portes,
  writes,
  pieces,
  ascii,
  budgets,
  migrations,
  engine,
  lockfile,
  layout,
  typography,
  glossary,
  words,
  hygiene,
]

const show = ({ path, line, message }: Fault): string =>
  `  ${line > 0 ? `${path}:${line}` : path} — ${message}`

const repo = readRepo(join(import.meta.dirname, '..'))
let count = 0
for (const rule of RULES) {
  const faults = rule.check(repo)
  const notes = rule.notes?.(repo) ?? []
  count += faults.length
  console.log(`${faults.length === 0 ? '✓' : '✗'} ${rule.name}`)
  for (const fault of faults) console.log(show(fault))
  if (notes.length === 0) continue
  console.log(`  à regarder : ${notes.length}`)
  if (process.argv.includes('--notes')) for (const note of notes) console.log(show(note))
}
if (count > 0) {
  console.log(`${count} à corriger.`)
  process.exitCode = 1
}
