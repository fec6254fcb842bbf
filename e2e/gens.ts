import {
  type APIRequestContext,
  type Browser,
  type BrowserContext,
  test as base,
  expect,
  type Page,
} from '@playwright/test'
import type { Session } from '@releve/contract/session/session.schema.ts'
import { donnerHorloge } from './horloge.ts'
import { stockageDe } from './stockage.ts'

/** Password of every account of the demonstration. */
export const MOT_DE_PASSE = 'Demonstration-2026'

/** Opens a session by HTTP. */
export async function ouvrirSession(
  requetes: APIRequestContext,
  identifiant: string,
): Promise<Session> {
  const reponse = await requetes.post('/api/utilisateur/connexion', {
    data: { identifiant, password: MOT_DE_PASSE },
  })
  expect(reponse.status(), `connexion de ${identifiant}`).toBe(200)
  return (await reponse.json()) as Session
}

/** Signs in as a person does: the page shows the login, wherever he arrived. */
export async function seConnecter(page: Page, identifiant: string, motDePasse = MOT_DE_PASSE) {
  await page.getByRole('textbox', { name: 'Identifiant' }).fill(identifiant)
  await page.getByRole('textbox', { name: 'Mot de passe' }).fill(motDePasse)
  await page.getByRole('button', { name: 'Se connecter' }).click()
}

/** Chromium says in its console that an answer was a refusal: tests that provoke one expect it. */
export const REFUS_ATTENDU = /^Failed to load resource: (the server responded|net::ERR_INTERNET)/

/** Notes the errors of every page of a browser: uncaught ones, and those of the console. */
export function surveiller(page: Page, erreurs: string[]): void {
  page.on('pageerror', ({ message }) => erreurs.push(message))
  page.on('console', (dit) => {
    // A refusal is told without its address: it stands beside.
    if (dit.type() === 'error') erreurs.push(`${dit.text()} ${dit.location().url}`.trim())
  })
}

type Asseoir = (identifiant: string) => Promise<Page>

/** The token of the session for which a browser was opened: its first page has it before it visits. */
const SEATED = new WeakMap<BrowserContext, string>()
export const seatedOf = (page: Page): string => SEATED.get(page.context()) ?? ''

/** A browser of its own, signed in with this session, or a visitor's. */
export async function asseoir(browser: Browser, session: Session | null, baseURL: string) {
  const contexte = await browser.newContext({
    baseURL,
    locale: 'fr-FR',
    timezoneId: 'UTC',
    serviceWorkers: 'block',
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  await donnerHorloge(contexte)
  const page = await contexte.newPage()
  if (session) await seat(page, session)
  return page
}

/**
 * Puts the session where the site keeps it, as its first page begins: the browser's own way would
 * visit the site for it alone, in each test.
 */
async function seat(page: Page, session: Session): Promise<void> {
  const texte = JSON.stringify(stockageDe(session))
  const content = `for (const { name, value } of ${texte}) localStorage.setItem(name, value)`
  SEATED.set(page.context(), session.token)
  const seated = await page.addInitScript({ content })
  // A page that is closed meanwhile has nothing left to forget.
  page.once('domcontentloaded', () => void seated.dispose().catch(() => undefined))
}

type Gens = { as: Asseoir; erreurs: string[]; refusAttendus: boolean }

/** `as`: a page signed in as somebody. Every test fails on an error of the console. */
export const test = base.extend<Gens>({
  context: async ({ context }, jouer) => {
    await donnerHorloge(context)
    await jouer(context)
  },
  refusAttendus: [false, { option: true }],
  erreurs: [
    async ({ refusAttendus }, jouer) => {
      const erreurs: string[] = []
      await jouer(erreurs)
      const restent = erreurs.filter((dit) => !(refusAttendus && REFUS_ATTENDU.test(dit)))
      expect(restent, 'erreurs de la console').toEqual([])
    },
    { auto: true },
  ],
  page: async ({ page, erreurs }, jouer) => {
    surveiller(page, erreurs)
    await jouer(page)
  },
  // Most tests have no other page than those of the people in them.
  as: async ({ browser, request, baseURL, erreurs }, jouer) => {
    const pages: Page[] = []
    await jouer(async (identifiant) => {
      const session = await ouvrirSession(request, identifiant)
      const ouverte = await asseoir(browser, session, baseURL ?? '')
      surveiller(ouverte, erreurs)
      pages.push(ouverte)
      return ouverte
    })
    for (const ouverte of pages) await ouverte.context().close()
  },
})

export { expect }
