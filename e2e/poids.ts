import { setTimeout } from 'node:timers/promises'
import type { Page, Request } from '@playwright/test'

/** A file that the page received; `octets` as they came on the wire, compressed, without headers. */
export type Fichier = {
  chemin: string
  genre: 'script' | 'style' | 'police'
  octets: number
  compression: string | undefined
  cache: string | undefined
}

const GENRES: [extension: RegExp, genre: Fichier['genre']][] = [
  [/\.m?js$/, 'script'],
  [/\.css$/, 'style'],
  [/\.woff2?$/, 'police'],
]

const genreDe = (requete: Request) =>
  GENRES.find(([extension]) => extension.test(new URL(requete.url()).pathname))?.[1]

async function lireFichier(requete: Request, genre: Fichier['genre']): Promise<Fichier[]> {
  const reponse = await requete.response()
  if (!reponse) return []
  const { responseBodySize: octets } = await requete.sizes()
  const { 'content-encoding': compression, 'cache-control': cache } = reponse.headers()
  return [{ chemin: new URL(requete.url()).pathname, genre, octets, compression, cache }]
}

/** Longer than what a screen leaves to what one came for, before it asks for the rest (1.5 s). */
const CALME_MS = 2000

/**
 * Weighs what this page receives from now on: give it a browser with nothing in its cache. The
 * function returned waits until no file comes any more, and gives each once, in the order of their
 * arrival. (`networkidle` is said once a document: it is past when a screen follows another.)
 */
export function peser(page: Page): () => Promise<Fichier[]> {
  const lectures: Promise<Fichier[]>[] = []
  const lire = (requete: Request) => {
    const genre = genreDe(requete)
    if (genre) lectures.push(lireFichier(requete, genre))
  }
  page.on('requestfinished', lire)
  return async () => {
    for (let venus = -1; venus !== lectures.length; ) {
      venus = lectures.length
      await setTimeout(CALME_MS)
    }
    // What ends later is not weighed, and the page may be gone before it is read.
    page.off('requestfinished', lire)
    const fichiers = (await Promise.all(lectures)).flat()
    return [...new Map(fichiers.map((fichier) => [fichier.chemin, fichier])).values()]
  }
}

/** Thousands of bytes of the JavaScript and CSS among these files, or of the fonts alone. */
export function koDe(fichiers: readonly Fichier[], polices = false): number {
  const comptes = fichiers.filter(({ genre }) => (genre === 'police') === polices)
  return comptes.reduce((somme, { octets }) => somme + octets, 0) / 1000
}

/** How a person comes to a screen, and some KB of JavaScript and CSS, the aim for his way, all come. */
type Chemin = { nom: string; vise: number; aller: (page: Page) => Promise<void> }

async function entrer(page: Page, identifiant: string, motDePasse: string): Promise<void> {
  await page.goto('/auth/login')
  await page.getByRole('textbox', { name: 'Identifiant' }).fill(identifiant)
  await page.getByRole('textbox', { name: 'Mot de passe' }).fill(motDePasse)
  await page.getByRole('button', { name: 'Se connecter' }).click()
  await page.getByRole('heading', { level: 1, name: 'Tableau de bord' }).waitFor()
}

/** The directorate's part comes after the title: each report's square, then what is awaited. */
async function attendreDirection(page: Page): Promise<void> {
  await page.getByRole('region', { name: /^État de chaque rapport de/ }).waitFor()
  await page.getByRole('table', { name: 'Collecte des mois ouverts' }).waitFor()
}

/** From home to the entry screen of the first report to be made, and what comes there at rest. */
async function ouvrirFormulaire(page: Page): Promise<void> {
  const passe = page.waitForResponse(/\/formulaire\/passe\//)
  const commencer = page.getByRole('button', { name: /^Commencer/ })
  const continuer = page.getByRole('link', { name: /^(Continuer|Corriger)/ })
  await commencer.or(continuer).first().click()
  await page.getByRole('tab', { selected: true }).waitFor()
  await passe
}

/** The aims (decisions 0007, 0078): `motDePasse` is that of the demonstration's accounts. */
export const cheminsPeses = (motDePasse: string): Chemin[] => [
  {
    nom: 'Page publique',
    vise: 100,
    aller: async (page) => void (await page.goto('/')),
  },
  {
    nom: 'Connexion',
    vise: 125,
    aller: async (page) => void (await page.goto('/auth/login')),
  },
  {
    nom: 'Agent d’une structure : connexion, accueil, saisie',
    vise: 200,
    aller: async (page) => {
      await entrer(page, 'poup-r01-01', motDePasse)
      await ouvrirFormulaire(page)
    },
  },
  {
    nom: 'Direction : connexion, premier tableau de bord',
    vise: 200,
    aller: async (page) => {
      await entrer(page, 'dpps', motDePasse)
      await attendreDirection(page)
    },
  },
]
