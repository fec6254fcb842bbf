import type { Browser, Page } from '@playwright/test'
import type { Serveurs } from './http.ts'
import { GUETTER_PRET, pageNue } from './page.ts'
import { avecNavigateur, avecPages } from './pages.ts'
import { figure, mediane, part, type Rapport } from './rapport.ts'
import { attribuer, creerRapport } from './rapports.ts'
import type { Jeux } from './scenarios.ts'
import { asseoirStructure } from './session.ts'

const STRUCTURE = 'B00001'
const CHAMPS_EPM = 140

const pret = (page: Page) => page.evaluate<number>('globalThis.pretA')

/** The bare page, at `/‹number of fields›`. */
const pageDe = (chemin: string) =>
  ({ type: 'html', corps: pageNue(Number(chemin.slice(1))) }) as const

type Ouverture = { froid: number; chaud: number; octetsJs: number }

/** Ready to type: with an empty cache, then once more with what the browser kept. */
async function ouvrir(navigateur: Browser, adresse: string): Promise<Ouverture> {
  const page = await asseoirStructure(navigateur, STRUCTURE)
  await page.addInitScript(GUETTER_PRET)
  await page.goto(adresse)
  const froid = await pret(page)
  const octetsJs = await page.evaluate<number>(`performance.getEntriesByType('resource')
    .filter(({ name }) => new URL(name).pathname.endsWith('.js'))
    .reduce((somme, { encodedBodySize }) => somme + encodedBodySize, 0)`)
  await page.goto('about:blank')
  await page.goto(adresse)
  const chaud = await pret(page)
  await page.context().close()
  return { froid, chaud, octetsJs }
}

async function ouvrirSouvent(navigateur: Browser, adresse: string, fois: number) {
  const vues: Ouverture[] = []
  for (let i = 0; i < fois; i++) vues.push(await ouvrir(navigateur, adresse))
  return {
    froid: mediane(vues.map((vue) => vue.froid)),
    chaud: mediane(vues.map((vue) => vue.chaud)),
    octetsJs: vues[0]?.octetsJs ?? 0,
  }
}

/** JavaScript received, compressed, until the network is quiet. */
async function peserJs(navigateur: Browser, adresse: string): Promise<number> {
  const page = await (await navigateur.newContext()).newPage()
  await page.goto(adresse, { waitUntil: 'networkidle' })
  const octets = await page.evaluate<number>(`performance.getEntriesByType('resource')
    .filter(({ name }) => new URL(name).pathname.endsWith('.js'))
    .reduce((somme, { encodedBodySize }) => somme + encodedBodySize, 0)`)
  await page.context().close()
  return octets
}

async function mesurerDans(
  navigateur: Browser,
  rapport: Rapport,
  { url, nue }: { url: string; nue: string },
  adresse: string,
  fois: number,
): Promise<void> {
  const epm = await ouvrirSouvent(navigateur, adresse, fois)
  const vide = await ouvrirSouvent(navigateur, `${nue}/${CHAMPS_EPM}`, fois)
  for (const [quoi, temps] of [
    ['sans rien en cache', 'froid'],
    ['une seconde fois', 'chaud'],
  ] as const) {
    rapport.ajouter({
      quoi: `Ouvrir un EPM, prêt à la saisie, ${quoi}`,
      releve: `${figure(epm[temps])} ms`,
      plancher: `${figure(vide[temps])} ms`,
      rapport: part(vide[temps], epm[temps]),
    })
  }
  const ko = (octets: number) => `${figure(octets / 1000)} Ko`
  const connexion = await peserJs(navigateur, `${url}/auth/login`)
  rapport.ajouter({
    quoi: 'JavaScript du premier chargement, compressé (page de connexion)',
    releve: ko(connexion),
    plancher: '0 Ko',
    rapport: '',
  })
  rapport.ajouter({
    quoi: 'JavaScript pour ouvrir un EPM sans rien en cache, compressé',
    releve: ko(epm.octetsJs),
    plancher: '0 Ko',
    rapport: '',
  })
}

/** The entry screen in Chromium. */
export async function mesurerNavigateur(
  rapport: Rapport,
  jeux: Jeux,
  { releve }: Serveurs,
  rapide: boolean,
  quand = '',
): Promise<void> {
  await avecNavigateur('Navigateur', async (navigateur) => {
    rapport.ouvrir(
      'Navigateur',
      `Chromium sans écran sur la même machine. Plancher : une page HTML nue, avec autant de champs. ${quand}`.trim(),
      ['Relevé', 'Plancher', 'Rapport ou but'],
    )
    await attribuer(jeux.releve, STRUCTURE, ['EPM'])
    const nouveau = { structure: STRUCTURE, rang: jeux.releve.dernier, modele: 'EPM' }
    const epm = await creerRapport(releve.url, nouveau)
    await avecPages(pageDe, (nue) =>
      mesurerDans(navigateur, rapport, { url: releve.url, nue }, epm, rapide ? 2 : 7),
    )
  })
}
