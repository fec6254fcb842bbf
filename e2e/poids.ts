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

async function lireFichier(requete: Request): Promise<Fichier[]> {
  const { pathname } = new URL(requete.url())
  const genre = GENRES.find(([extension]) => extension.test(pathname))?.[1]
  const reponse = genre ? await requete.response() : null
  if (!genre || !reponse) return []
  const { responseBodySize: octets } = await requete.sizes()
  const { 'content-encoding': compression, 'cache-control': cache } = reponse.headers()
  return [{ chemin: pathname, genre, octets, compression, cache }]
}

/**
 * Weighs what this page receives from now on: give it a browser with nothing in its cache. The
 * function returned gives each file once, in the order of their arrival.
 */
export function peser(page: Page): () => Promise<Fichier[]> {
  const lectures: Promise<Fichier[]>[] = []
  const lire = (requete: Request) => void lectures.push(lireFichier(requete))
  page.on('requestfinished', lire)
  return async () => {
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

/** How a person comes to a screen, and what JavaScript and CSS he may receive on his way (in KB). */
type Chemin = { nom: string; budget: number; aller: (page: Page) => Promise<void> }

async function entrer(page: Page, identifiant: string, motDePasse: string): Promise<void> {
  await page.goto('/auth/login')
  await page.getByRole('textbox', { name: 'Identifiant' }).fill(identifiant)
  await page.getByRole('textbox', { name: 'Mot de passe' }).fill(motDePasse)
  await page.getByRole('button', { name: 'Se connecter' }).click()
  await page.getByRole('heading', { level: 1, name: 'Tableau de bord' }).waitFor()
  await page.waitForLoadState('networkidle')
}

/** From home to the entry screen of the first report to be made. */
async function ouvrirFormulaire(page: Page): Promise<void> {
  const commencer = page.getByRole('button', { name: /^Commencer/ })
  const continuer = page.getByRole('link', { name: /^(Continuer|Corriger)/ })
  await commencer.or(continuer).first().click()
  await page.getByRole('tab', { selected: true }).waitFor()
  await page.waitForLoadState('networkidle')
}

/** The budgets (decision 0007): `motDePasse` is that of the demonstration's accounts. */
export const cheminsPeses = (motDePasse: string): Chemin[] => [
  {
    nom: 'Page publique',
    budget: 100,
    aller: async (page) => void (await page.goto('/', { waitUntil: 'networkidle' })),
  },
  {
    nom: 'Connexion',
    budget: 125,
    aller: async (page) => void (await page.goto('/auth/login', { waitUntil: 'networkidle' })),
  },
  {
    nom: 'Agent d’une structure : connexion, accueil, saisie',
    budget: 200,
    aller: async (page) => {
      await entrer(page, 'poup-r01-01', motDePasse)
      await ouvrirFormulaire(page)
    },
  },
  {
    nom: 'Direction : connexion, premier tableau de bord',
    budget: 280,
    aller: (page) => entrer(page, 'dpps', motDePasse),
  },
]
