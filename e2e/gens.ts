import {
  type APIRequestContext,
  type Browser,
  type BrowserContext,
  expect,
  type Page,
} from '@playwright/test'
import type { Session } from '@releve/contract/session/session.schema.ts'
import { test as base, noterSession } from './atteinte.ts'
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
  const session = (await reponse.json()) as Session
  noterSession(session)
  return session
}

/** Signs in as a person does: the page shows the login, wherever he arrived. */
export async function seConnecter(page: Page, identifiant: string, motDePasse = MOT_DE_PASSE) {
  await page.getByRole('textbox', { name: 'Identifiant' }).fill(identifiant)
  await page.getByRole('textbox', { name: 'Mot de passe' }).fill(motDePasse)
  await page.getByRole('button', { name: 'Se connecter', exact: true }).click()
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

/** A page of a browser that nobody had. */
async function ouvrirNeuf(browser: Browser, baseURL: string): Promise<Page> {
  const contexte = await browser.newContext({
    baseURL,
    locale: 'fr-FR',
    timezoneId: 'UTC',
    serviceWorkers: 'block',
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  await donnerHorloge(contexte)
  return contexte.newPage()
}

/** A browser of its own, signed in with this session, or a visitor's. */
export async function asseoir(browser: Browser, session: Session | null, baseURL: string) {
  const page = await ouvrirNeuf(browser, baseURL)
  if (session) await seat(page, session)
  return page
}

/** The browsers that tests have left, by what they visit. */
type Laisses = Map<string, BrowserContext[]>

/**
 * A page of a browser that another test has left: the site's files, kept for a year, are still
 * there, as on anybody's machine; all that the site wrote itself is gone. Fetching and compiling
 * these files anew was half of what a short test costs.
 */
async function reprendre(laisses: Laisses, baseURL: string): Promise<Page | null> {
  const contexte = laisses.get(baseURL)?.pop()
  if (!contexte) return null
  await contexte.clearCookies()
  const page = await contexte.newPage()
  const cdp = await contexte.newCDPSession(page)
  await cdp.send('Storage.clearDataForOrigin', { origin: baseURL, storageTypes: 'all' })
  await cdp.detach()
  return page
}

/** Leaves a browser to the next test, without a page. */
async function laisser(laisses: Laisses, contexte: BrowserContext, baseURL: string): Promise<void> {
  for (const page of contexte.pages()) await page.close()
  laisses.set(baseURL, [...(laisses.get(baseURL) ?? []), contexte])
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

type Gens = { as: Asseoir; erreurs: string[]; refusAttendus: boolean; neuf: boolean }

/**
 * `as`: a page signed in as somebody, in a browser that nobody had where the test says `neuf`: it
 * cuts the network, holds the clock or counts what is fetched. Every test fails on an error of the
 * console.
 */
export const test = base.extend<Gens, { laisses: Laisses }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads which fixtures it wants: none.
  laisses: [({}, jouer) => jouer(new Map()), { scope: 'worker' }],
  neuf: [false, { option: true }],
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
  as: async ({ browser, request, baseURL, erreurs, neuf, laisses }, jouer, { errors }) => {
    const adresse = baseURL ?? ''
    const ouverts: BrowserContext[] = []
    await jouer(async (identifiant) => {
      const session = await ouvrirSession(request, identifiant)
      const repris = neuf ? null : await reprendre(laisses, adresse)
      const page = repris ?? (await ouvrirNeuf(browser, adresse))
      await seat(page, session)
      surveiller(page, erreurs)
      ouverts.push(page.context())
      return page
    })
    // Some are closed by their test; one that failed is left to nobody.
    for (const contexte of ouverts.filter((un) => browser.contexts().includes(un))) {
      if (neuf || errors.length > 0) await contexte.close()
      else await laisser(laisses, contexte, adresse)
    }
  },
})

export { expect }
