import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from '@playwright/test'
import { type Depart, ouvrirContexte, ouvrirSession } from './contexte.ts'
import { guetter, type Instants } from './ecrans.page.ts'
import { avecNavigateur } from './pages.ts'
import { mesurerPoids, type Urls } from './poids.ts'
import { lancer } from './processus.ts'
import { figure, mediane, type Rapport } from './rapport.ts'

/** A slow computer on a poor line: 4 times slower, 1.6 Mbit/s down, 0.75 up, 150 ms to and fro. */
const LIGNE = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
}
const LENTEUR = 4

/** After which a screen that is not ready is a fault, and no measure. */
const PATIENCE_MS = 60_000

/** `commande`: what one comes for; `essayer` proves that it answers. */
type Ecran = {
  nom: string
  adresse: string
  qui?: string
  commande: string
  essayer?: (page: Page, commande: string) => Promise<void>
}

async function suivre(page: Page, commande: string): Promise<void> {
  const avant = page.url()
  await page.locator(commande).first().click()
  await page.waitForURL((url) => url.href !== avant)
}

const VIDE: Ecran = { nom: 'Page React vide', adresse: '/', commande: 'h1' }
const ECRANS: Ecran[] = [
  {
    nom: 'Page publique',
    adresse: '/',
    commande: 'a[href="/dashboard/app"]',
    essayer: suivre,
  },
  {
    nom: 'Connexion',
    adresse: '/auth/login',
    commande: 'input[autocomplete=username]',
    // Left blank, the field says so: the page's script answers, not the browser alone.
    essayer: async (page, commande) => {
      await page.locator(commande).focus()
      await page.keyboard.press('Tab')
      await page.locator(`${commande}[aria-invalid=true]`).waitFor()
    },
  },
  {
    nom: 'Accueil d’une structure',
    adresse: '/dashboard/app',
    qui: 'poup-r01-01',
    commande: 'main :is(button, a[href^="/dashboard/saisies/"])',
    essayer: suivre,
  },
  {
    nom: 'Tableau de bord de la direction',
    adresse: '/dashboard/app',
    qui: 'dpps',
    commande: 'main a[href^="/dashboard/saisies/"]',
    essayer: suivre,
  },
  {
    nom: 'Rapports de toutes les structures',
    adresse: '/dashboard/saisiesstructures',
    qui: 'dpps',
    commande: 'main a[href^="/dashboard/saisies/"]',
    essayer: suivre,
  },
  {
    nom: 'Utilisateurs',
    adresse: '/dashboard/utilisateurs',
    qui: 'dpps',
    commande: 'main a[href^="/dashboard/utilisateurs/"]',
    essayer: suivre,
  },
  {
    nom: 'Fiche d’une structure',
    adresse: '/dashboard/structures/CAU-R01-01',
    qui: 'dpps',
    // Of what the record says; its acts come beside.
    commande: 'main dd',
  },
]

async function ralentir(contexte: BrowserContext, page: Page): Promise<void> {
  const cdp = await contexte.newCDPSession(page)
  await cdp.send('Network.enable')
  await cdp.send('Network.emulateNetworkConditions', LIGNE)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: LENTEUR })
}

/** @throws Error when the screen's main control is not there, or does not answer once the page is called ready. */
async function chronometrer(
  navigateur: Browser,
  url: string,
  { nom, adresse, commande, essayer }: Ecran,
  depart?: Depart,
): Promise<Instants> {
  const contexte = await ouvrirContexte(navigateur, url, depart)
  const page = await contexte.newPage()
  await ralentir(contexte, page)
  await page.addInitScript(guetter(commande))
  await page.goto(adresse)
  const instants = await page.evaluate<Instants | null>(`Promise.race([
    globalThis.instants, new Promise((dire) => setTimeout(dire, ${PATIENCE_MS}, null))])`)
  if (!instants) throw new Error(`${nom} : « ${commande} » n’est jamais prêt`)
  await essayer?.(page, commande)
  await contexte.close()
  return instants
}

function direInstants(rapport: Rapport, nom: string, releve: Instants[], vide: Instants[]): void {
  for (const [quoi, instant] of [
    ['premier affichage', 'affichage'],
    ['ce que l’on vient voir est montré', 'montre'],
    ['prêt à servir', 'pret'],
  ] as const) {
    const [ici, plancher] = [releve, vide].map((vus) => mediane(vus.map((vu) => vu[instant])))
    if (ici === undefined || plancher === undefined) continue
    rapport.ajouter({
      quoi: `${nom} : ${quoi}`,
      releve: `${figure(ici)} ms`,
      plancher: `${figure(plancher)} ms`,
      rapport: `× ${figure(ici / plancher)}`,
    })
  }
}

/** Every screen in turn, and again: what the machine does meanwhile falls on all of them. */
async function mesurerInstants(
  navigateur: Browser,
  rapport: Rapport,
  urls: Urls,
  tours: number,
): Promise<void> {
  const departs = new Map<string, Depart>()
  for (const { qui } of ECRANS) {
    if (qui) departs.set(qui, await ouvrirSession(urls.releve, qui))
  }
  const vide: Instants[] = []
  const vus = ECRANS.map((): Instants[] => [])
  for (let tour = 0; tour < tours; tour++) {
    vide.push(await chronometrer(navigateur, urls.vide, VIDE))
    for (const [rang, ecran] of ECRANS.entries()) {
      const depart = departs.get(ecran.qui ?? '')
      vus[rang]?.push(await chronometrer(navigateur, urls.releve, ecran, depart))
    }
  }
  for (const [rang, { nom }] of ECRANS.entries()) direInstants(rapport, nom, vus[rang] ?? [], vide)
}

const NOTE = `Démonstration, base embarquée, Chromium sans écran, cache vide. Plancher : une page React vide (React, React DOM, un titre), construite par le même Vite et servie par le même serveur, dans le même passage. Durées : processeur ${LENTEUR} fois plus lent, 1,6 Mbit/s, 150 ms d’aller-retour, médianes. « Prêt à servir » : premier instant après le premier affichage à partir duquel la commande principale est à l’écran, active, et où 500 ms passent sans tâche de plus de 50 ms ; on vérifie ensuite que la commande répond.`

/**
 * The screens as a person receives them; said and left out where there is no Chromium. `quand` is
 * added to the part's note.
 */
export async function mesurerEcrans(
  rapport: Rapport,
  rapide: boolean,
  quand?: string,
): Promise<void> {
  await avecNavigateur('Écrans', async (navigateur) => {
    const note = [NOTE, quand].filter(Boolean).join(' ')
    rapport.ouvrir('Écrans', note, ['Relevé', 'Page React vide', 'Rapport ou but'])
    const dossier = mkdtempSync(join(tmpdir(), 'releve-ecrans-'))
    const env = { DATA_DIR: dossier, LOG_LEVEL: 'error' }
    const releve = await lancer('../server/src/main.ts', '/api/sante', env, ['--demonstration'])
    const vide = await lancer('vide.ts', '/', env)
    try {
      const urls = { releve: releve.url, vide: vide.url }
      await mesurerPoids(navigateur, rapport, urls)
      await mesurerInstants(navigateur, rapport, urls, rapide ? 1 : 7)
    } finally {
      await releve.arreter()
      await vide.arreter()
      rmSync(dossier, { recursive: true, force: true })
    }
  })
}
