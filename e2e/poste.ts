import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium, type Page } from '@playwright/test'
import { test as base, expect } from './gens.ts'
import { donnerHorloge } from './horloge.ts'

/** The session of this page is over since yesterday, and nobody closed it. */
export const finirSession = (page: Page) =>
  page.evaluate(`{
    const auth = JSON.parse(localStorage.getItem('auth'))
    const hier = new Date(Date.now() - 86_400_000).toISOString()
    auth.token.expirationDate = hier
    auth.dateExpirationSession = auth.dateFinSession = hier
    localStorage.setItem('auth', JSON.stringify(auth))
  }`)

export type Poste = {
  /** The folder where its browser keeps everything. */
  profil: string
  /** Opens the machine's browser, with what it kept; closes the one before. */
  ouvrir: (adresse: string) => Promise<Page>
  /** Switches the machine off. */
  fermer: () => Promise<void>
  /** Ends every process of the browser at once, as a power cut would: none has a word to say. */
  tuer: () => Promise<void>
}

/** The process groups of the browser that has this profile: Playwright gives it one of its own. */
function groupesDe(profil: string): number[] {
  const lignes = execFileSync('ps', ['-A', '-o', 'pgid=,args='], { encoding: 'utf8' }).split('\n')
  const siens = lignes.filter((ligne) => ligne.includes(`--user-data-dir=${profil}`))
  return [...new Set(siens.map((ligne) => Number.parseInt(ligne, 10)))]
}

async function tuerNavigateur(profil: string): Promise<void> {
  const groupes = groupesDe(profil)
  expect(groupes, 'un navigateur à tuer').not.toEqual([])
  for (const groupe of groupes) process.kill(-groupe, 'SIGKILL')
  await expect.poll(() => groupesDe(profil)).toEqual([])
}

/** One machine: its browser is closed, or killed, and opened again with the same profile. */
export const test = base.extend<{ poste: Poste }>({
  poste: async ({ baseURL }, jouer) => {
    const profil = mkdtempSync(join(tmpdir(), 'releve-poste-'))
    const ouverts: BrowserContext[] = []
    const fermer = async () => ouverts.pop()?.close()
    await jouer({
      profil,
      fermer,
      tuer: async () => {
        const contexte = ouverts.pop()
        await tuerNavigateur(profil)
        await contexte?.close().catch(() => undefined)
      },
      ouvrir: async (adresse) => {
        await fermer()
        const contexte = await chromium.launchPersistentContext(profil, {
          baseURL: baseURL ?? '',
          locale: 'fr-FR',
          timezoneId: 'UTC',
          serviceWorkers: 'allow',
        })
        ouverts.push(contexte)
        await donnerHorloge(contexte)
        const page = contexte.pages()[0] ?? (await contexte.newPage())
        await page.goto(adresse)
        return page
      },
    })
    await fermer()
    rmSync(profil, { recursive: true, force: true })
  },
})
