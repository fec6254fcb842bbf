// The platform that the browser's tests visit: demonstration data, embedded base, a folder of its
// own that goes with it, and a real SMTP server that puts what it receives in another one.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { dossierLettres, ranger } from '../e2e/boite.ts'
import { recevoirCourriels } from '../server/test/boite.ts'
import { copierModele } from './modele-e2e.ts'

const folder = mkdtempSync(join(tmpdir(), 'releve-e2e-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))

/** Takes the mails that the platform sends, for `e2e/courrier.ts` to read; its address. */
async function receiveMails(): Promise<string> {
  const mails = dossierLettres(process.env['PORT'] ?? '')
  rmSync(mails, { recursive: true, force: true })
  mkdirSync(mails)
  process.on('exit', () => rmSync(mails, { recursive: true, force: true }))
  let count = 0
  return recevoirCourriels((lettre) => {
    count += 1
    ranger(mails, count, lettre)
  })
}

await copierModele(folder)
process.env.SMTP_URL = await receiveMails()
process.env.MAIL_FROM = 'Relevé <releve@example.org>'
process.env.DATA_DIR = folder
// Away from the developer's own `.env`.
process.chdir(folder)
process.argv.push('--demonstration')
await import('../server/src/main.ts')
