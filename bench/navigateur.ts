import { once } from 'node:events'
import { createServer } from 'node:http'
import { type Browser, chromium, type Page } from '@playwright/test'
import { periodeDe } from '@releve/contract/mois.ts'
import pg from 'pg'
import { findChromium } from '../tools/chromium.ts'
import type { Serveurs } from './http.ts'
import { GUETTER_PRET, pageNue } from './page.ts'
import { figure, mediane, part, type Rapport } from './rapport.ts'
import type { Jeux } from './scenarios.ts'
import { asseoir } from './session.ts'

const STRUCTURE = 'B00001'
const JETON = `jeton-${STRUCTURE}`
const CHAMPS_EPM = 140

async function creer(url: string, dernier: number, corps: object): Promise<string> {
  const { mois, annee } = periodeDe(dernier)
  const reponse = await fetch(`${url}/api/formulaire/enregistrer/${mois}/${annee}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${JETON}`, 'content-type': 'application/json' },
    body: JSON.stringify({ structure: STRUCTURE, ...corps }),
  })
  const lu: unknown = await reponse.json()
  if (!reponse.ok) throw new Error(JSON.stringify(lu))
  return (lu as { numero: string }).numero
}

/** An EPM to open, of a structure that must make one: its number. */
async function preparer({ releve }: Jeux, url: string): Promise<string> {
  const client = new pg.Client({ connectionString: releve.url })
  await client.connect()
  await client.query(`update structure set modeles = modeles || '{EPM}' where code = $1`, [
    STRUCTURE,
  ])
  await client.end()
  return creer(url, releve.dernier, { modele: 'EPM' })
}

const ouvrirPage = (navigateur: Browser): Promise<Page> =>
  asseoir(navigateur, {
    identifiant: STRUCTURE.toLowerCase(),
    role: 'ROLE_STRUCTURE',
    jeton: JETON,
    structure: STRUCTURE,
  })

const pret = (page: Page) => page.evaluate<number>('globalThis.pretA')

/** Serves the bare pages, at `/‹number of fields›`; gives where. */
async function servirPages(): Promise<{ url: string; fermer: () => void }> {
  const serveur = createServer((requete, reponse) => {
    reponse.setHeader('content-type', 'text/html; charset=utf-8')
    reponse.end(pageNue(Number(requete.url?.slice(1))))
  }).listen(0, '127.0.0.1')
  await once(serveur, 'listening')
  const adresse = serveur.address()
  if (adresse === null || typeof adresse === 'string') throw new Error('aucun port libre')
  return { url: `http://127.0.0.1:${adresse.port}`, fermer: () => serveur.close() }
}

type Ouverture = { froid: number; chaud: number; octetsJs: number }

/** Ready to type: with an empty cache, then once more with what the browser kept. */
async function ouvrir(navigateur: Browser, adresse: string): Promise<Ouverture> {
  const page = await ouvrirPage(navigateur)
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
  numero: string,
  fois: number,
): Promise<void> {
  const epm = await ouvrirSouvent(navigateur, `${url}/dashboard/saisies/${numero}`, fois)
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

/** The entry screen in Chromium; said and left out where there is none. */
export async function mesurerNavigateur(
  rapport: Rapport,
  jeux: Jeux,
  { releve }: Serveurs,
  rapide: boolean,
  quand = '',
): Promise<void> {
  const executablePath = findChromium()
  if (!executablePath) {
    console.log('Aucun Chromium : la partie « Navigateur » n’est pas mesurée.')
    return
  }
  rapport.ouvrir(
    'Navigateur',
    `Chromium sans écran sur la même machine. Plancher : une page HTML nue, avec autant de champs. ${quand}`.trim(),
    ['Relevé', 'Plancher', 'Rapport ou but'],
  )
  const numero = await preparer(jeux, releve.url)
  const pages = await servirPages()
  const navigateur = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
  try {
    const adresses = { url: releve.url, nue: pages.url }
    await mesurerDans(navigateur, rapport, adresses, numero, rapide ? 2 : 7)
  } finally {
    pages.fermer()
    await navigateur.close()
  }
}
