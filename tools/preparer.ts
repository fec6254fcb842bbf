// Finds what the tests ask of the system, or installs it where we may, one after the other: two
// installations at once refuse each other, and tests and browser start together. What is missing in
// the end is said in one line, with what to do, and written as JSON at the path given by
// `--rapport`: its tests are not played, and under CI that is a failure. `--sans-navigateur`: it is
// not asked for.
import { writeFileSync } from 'node:fs'
import { trouverPostgres } from '../server/test/postgres.installation.ts'
import { ensureChromium, ensureProgram } from './chromium.ts'

/** `find`: where it is, or nothing; it may throw a sentence. `remedy`: what a person types. */
export type Tool = { name: string; remedy: string; find: () => string | null }

export const POSTGRESQL = 'PostgreSQL'
export const CHROMIUM = 'Chromium'

const programOf = (program: string, name: string) => () =>
  ensureProgram(program, name) ? program : null

/** Readers of the files that we write are installed by whoever plays everything (CI) only. */
const TOOLS: Tool[] = [
  { name: POSTGRESQL, remedy: 'apt-get install postgresql', find: trouverPostgres },
  { name: CHROMIUM, remedy: 'apt-get install chromium-headless-shell', find: ensureChromium },
  {
    name: 'LibreOffice',
    remedy: 'apt-get install libreoffice-calc-nogui',
    find: programOf('soffice', 'libreoffice-calc-nogui'),
  },
  {
    name: 'pdftotext',
    remedy: 'apt-get install poppler-utils',
    find: programOf('pdftotext', 'poppler-utils'),
  },
]

/** Where each tool is, a line each; the names of those that are nowhere. */
export function findTools(tools: Tool[]): { lines: string[]; missing: string[] } {
  const missing: string[] = []
  const lines = tools.map(({ name, remedy, find }) => {
    try {
      const place = find()
      if (place !== null) return `${name}\u00a0: ${place}`
    } catch {
      // What it says is said below, the same way for all.
    }
    missing.push(name)
    return `${name} manque, ses essais ne sont pas joués\u00a0: ${remedy}`
  })
  return { lines, missing }
}

if (import.meta.main) {
  const unasked = process.argv.includes('--sans-navigateur') ? CHROMIUM : null
  const { lines, missing } = findTools(TOOLS.filter(({ name }) => name !== unasked))
  console.log(lines.join('\n'))
  const rank = process.argv.indexOf('--rapport')
  const report = rank > 0 ? process.argv[rank + 1] : undefined
  if (report) writeFileSync(report, JSON.stringify(missing))
  if (missing.length > 0 && process.env.CI) process.exitCode = 1
}
