// Installs what the tests ask of the system, one after the other: two installations at once refuse
// each other, and tests and browser start together. `--sans-e2e`: without the browser.
import { trouverPostgres } from '../server/test/postgres.installation.ts'
import { ensureChromium, ensureProgram } from './chromium.ts'

console.log(`PostgreSQL : ${trouverPostgres()}`)
if (!process.argv.includes('--sans-e2e')) console.log(`Chromium : ${ensureChromium()}`)

// Readers of the files that we write: their tests are left out where nothing reads them.
for (const [program, name] of [
  ['soffice', 'libreoffice-calc-nogui'],
  ['pdftotext', 'poppler-utils'],
] as const) {
  console.log(`${program} : ${ensureProgram(program, name) ? 'présent' : 'absent'}`)
}
