import { type Browser, test as base, expect, type Page } from '@playwright/test'
import type { Session } from '@releve/contract/session/session.schema.ts'

/** Password of every account of the demonstration. */
export const MOT_DE_PASSE = 'Demonstration-2026'

/** Opens a session by HTTP. */
async function ouvrirSession(page: Page, identifiant: string): Promise<Session> {
  const reponse = await page.request.post('/api/utilisateur/connexion', {
    data: { identifiant, password: MOT_DE_PASSE },
  })
  expect(reponse.status(), `connexion de ${identifiant}`).toBe(200)
  return (await reponse.json()) as Session
}

/** What the web keeps of a session (conception §5). */
function stockageDe({ token, dateExpirationJeton, ...reste }: Session) {
  const auth = { ...reste, token: { value: token, expirationDate: dateExpirationJeton } }
  return [
    { name: 'auth', value: JSON.stringify(auth) },
    { name: 'accessToken', value: token },
  ]
}

/** Signs in as a person does: the page shows the login, wherever he arrived. */
export async function seConnecter(page: Page, identifiant: string, motDePasse = MOT_DE_PASSE) {
  await page.getByRole('textbox', { name: 'Identifiant' }).fill(identifiant)
  await page.getByRole('textbox', { name: 'Mot de passe' }).fill(motDePasse)
  await page.getByRole('button', { name: 'Se connecter' }).click()
}

/** Chromium says in its console that an answer was a refusal: tests that provoke one expect it. */
const REFUS_ATTENDU = /^Failed to load resource: (the server responded|net::ERR_INTERNET)/

/** Notes the errors of every page of a browser: uncaught ones, and those of the console. */
function surveiller(page: Page, erreurs: string[]): void {
  page.on('pageerror', ({ message }) => erreurs.push(message))
  page.on('console', (dit) => {
    if (dit.type() === 'error') erreurs.push(dit.text())
  })
}

/** A browser of its own, signed in as this person. */
type Asseoir = (identifiant: string) => Promise<Page>

async function asseoir(browser: Browser, session: Session, baseURL: string) {
  const contexte = await browser.newContext({
    baseURL,
    locale: 'fr-FR',
    timezoneId: 'UTC',
    permissions: ['clipboard-read', 'clipboard-write'],
    storageState: {
      cookies: [],
      origins: [{ origin: baseURL, localStorage: stockageDe(session) }],
    },
  })
  return contexte.newPage()
}

type Gens = { as: Asseoir; erreurs: string[]; refusAttendus: boolean }

/** `as`: a page signed in as somebody. Every test fails on an error of the console. */
export const test = base.extend<Gens>({
  refusAttendus: [false, { option: true }],
  erreurs: [
    async ({ page, refusAttendus }, jouer) => {
      const erreurs: string[] = []
      surveiller(page, erreurs)
      await jouer(erreurs)
      const restent = erreurs.filter((dit) => !(refusAttendus && REFUS_ATTENDU.test(dit)))
      expect(restent, 'erreurs de la console').toEqual([])
    },
    { auto: true },
  ],
  as: async ({ browser, page, baseURL, erreurs }, jouer) => {
    const pages: Page[] = []
    await jouer(async (identifiant) => {
      const session = await ouvrirSession(page, identifiant)
      const ouverte = await asseoir(browser, session, baseURL ?? '')
      surveiller(ouverte, erreurs)
      pages.push(ouverte)
      return ouverte
    })
    for (const ouverte of pages) await ouverte.context().close()
  },
})

export { expect }
