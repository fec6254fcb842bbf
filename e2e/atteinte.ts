// What each test reaches, for tools/choisir.ts to choose those that the gate plays: the blocks of
// our code that ran in its pages, its calls, and for axe what its screens are made of. Nothing is
// collected unless `ATTEINTE` names a folder.
import { appendFileSync, mkdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import {
  type Browser,
  type BrowserContext,
  test as base,
  type CDPSession,
  type Page,
  type Response,
} from '@playwright/test'
import type { Session } from '@releve/contract/session/session.schema.ts'
import { type Bloc, blocsJoues, type FonctionVue, nommerAppel } from '../tools/atteinte.ts'
import { listOperations } from '../tools/operations.ts'

const DOSSIER = process.env['ATTEINTE'] ?? ''
const OPERATIONS = DOSSIER ? await listOperations() : []

/** What the protocol says of one script. */
type ScriptVu = { url: string; functions: FonctionVue[] }

/** What a page is made of: each element in its parent, by tag, role and classes. */
const COMPOSITION = `(() => {
  const dire = (e) =>
    [e.tagName, e.getAttribute('role') ?? '', ...[...e.classList].toSorted()].join('.')
  const tous = [...document.querySelectorAll('body *')]
  return [...new Set(tous.map((e) => dire(e.parentElement) + '>' + dire(e)))]
})()`

const roles = new Map<string, string>()
/** Remembers who calls with this token. */
export function noterSession(session: Session): void {
  if (DOSSIER) roles.set(session.token, session.roles.join('+'))
}

/** What was reached since the last test. */
const joues = new Map<string, Bloc[]>()
const appels = new Set<string>()
const composition = new Set<string>()
const suivies = new Map<Page, CDPSession>()
const visitees = new Set<Page>()

function noterAppel(reponse: Response): void {
  const { pathname } = new URL(reponse.url())
  if (!pathname.startsWith('/api/')) return
  const jeton = reponse.request().headers()['authorization']?.replace('Bearer ', '') ?? ''
  const appel = nommerAppel(OPERATIONS, {
    methode: reponse.request().method(),
    chemin: pathname,
    qui: roles.get(jeton) ?? '-',
    statut: reponse.status(),
  })
  if (appel) appels.add(appel)
}

/** Takes what this page has reached since it was last asked; what it shows, where axe looks. */
async function relever(page: Page): Promise<void> {
  const cdp = suivies.get(page)
  // A page that stays open from one test to the next is not the next one's until it goes somewhere.
  if (!cdp || page.isClosed() || !visitees.has(page)) return
  try {
    const { result } = (await cdp.send('Profiler.takePreciseCoverage')) as { result: ScriptVu[] }
    for (const { url, functions } of result) {
      if (!url.includes('/assets/')) continue
      const nom = basename(new URL(url).pathname)
      joues.set(nom, [...(joues.get(nom) ?? []), ...blocsJoues(functions)])
    }
    for (const un of await page.evaluate<string[]>(COMPOSITION)) composition.add(un)
  } catch {
    // It was closed, or its browser ended, meanwhile.
  }
}

async function suivre(page: Page): Promise<void> {
  if (suivies.has(page)) return
  const cdp = await page.context().newCDPSession(page)
  suivies.set(page, cdp)
  await cdp.send('Profiler.enable')
  await cdp.send('Profiler.startPreciseCoverage', { callCount: true, detailed: true })
  page.on('framenavigated', (cadre) => {
    if (cadre === page.mainFrame()) visitees.add(page)
  })
  page.once('close', () => suivies.delete(page))
  const fermer = page.close.bind(page)
  page.close = async (options) => {
    await relever(page)
    await fermer(options)
  }
}

function suivreContexte(contexte: BrowserContext): void {
  contexte.on('response', noterAppel)
  contexte.on('page', (page) => void suivre(page).catch(() => undefined))
  const ouvrir = contexte.newPage.bind(contexte)
  contexte.newPage = async () => {
    const page = await ouvrir()
    await suivre(page)
    return page
  }
  const fermer = contexte.close.bind(contexte)
  contexte.close = async (options) => {
    await Promise.all(contexte.pages().map(relever))
    await fermer(options)
  }
}

/** Follows every page of a browser from the first. */
function suivreNavigateur(browser: Browser): Browser {
  if (DOSSIER) browser.on('context', suivreContexte)
  return browser
}

function ecrire(fichier: string, titres: string[]): void {
  const ligne = {
    test: [fichier, ...titres].join(' '),
    appels: [...appels],
    composition: [...composition],
    blocs: Object.fromEntries([...joues].map(([nom, blocs]) => [nom, blocs.flat()])),
  }
  mkdirSync(DOSSIER, { recursive: true })
  appendFileSync(join(DOSSIER, `${fichier}.atteinte.jsonl`), `${JSON.stringify(ligne)}\n`)
}

const suivi = base.extend<{ atteinte: void }, { browser: Browser }>({
  browser: [({ browser }, jouer) => jouer(suivreNavigateur(browser)), { scope: 'worker' }],
  atteinte: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads which fixtures it wants: none.
    async ({}, jouer, { file, titlePath }) => {
      for (const vu of [joues, appels, composition, visitees]) vu.clear()
      await jouer()
      await Promise.all([...suivies.keys()].map(relever))
      ecrire(basename(file), titlePath.slice(1))
    },
    { auto: true },
  ],
})

/** Playwright's own test, followed where this is asked. */
export const test = DOSSIER ? suivi : base
