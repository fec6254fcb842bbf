import type { Browser, Page } from '@playwright/test'
import { CHRONOMETRER_DEFILEMENT, CHRONOMETRER_PEINTURE, pageMatrice } from './matrice.page.ts'
import { avecNavigateur, avecPages } from './pages.ts'
import { lancer } from './processus.ts'
import { figure, quantile, type Rapport } from './rapport.ts'
import { asseoir } from './session.ts'

const JETON = 'jeton-dpps'
const IMAGES = 240

/** One page opened: ms to its first squares, ms of each frame while it scrolls, rows that it holds. */
type Vue = { peinte: number; durees: number[]; lignes: number }

const ouvrirPage = (navigateur: Browser): Promise<Page> =>
  asseoir(navigateur, { identifiant: 'dpps', role: 'ROLE_DPPS', jeton: JETON })

/** `lien`: what is pressed for the matrix to come, from a page that is at rest. */
async function voir(navigateur: Browser, adresse: string, lien: string): Promise<Vue> {
  const page = await ouvrirPage(navigateur)
  await page.addInitScript(`${CHRONOMETRER_PEINTURE}; ${CHRONOMETRER_DEFILEMENT}`)
  await page.goto(adresse, { waitUntil: 'networkidle' })
  const peinte = await page.evaluate<number>(
    `globalThis.peinteA(document.querySelector(${JSON.stringify(lien)}))`,
  )
  const defile = await page.evaluate<Omit<Vue, 'peinte'>>(`globalThis.defiler(${IMAGES})`)
  await page.context().close()
  return { peinte, ...defile }
}

async function lireMatrice(url: string): Promise<string> {
  const annee = new Date().getFullYear()
  const reponse = await fetch(`${url}/api/dashboard/matrice/${annee}`, {
    headers: { authorization: `Bearer ${JETON}` },
  })
  if (!reponse.ok) throw new Error(`matrice : ${reponse.status}`)
  return reponse.text()
}

/** `12 · 15 ms`: the median, and the 95th centile. */
const enMots = (durees: readonly number[]) =>
  `${figure(quantile(durees, 0.5))} · ${figure(quantile(durees, 0.95))} ms`

function dire(rapport: Rapport, vues: Record<'releve' | 'nue' | 'vide', Vue[]>): void {
  const peintes = (siennes: Vue[]) => siennes.map(({ peinte }) => peinte)
  const images = (siennes: Vue[]) => siennes.flatMap(({ durees }) => durees)
  const lignes = figure(vues.releve[0]?.lignes ?? 0)
  rapport.ajouter({
    quoi: 'De la pression de « Vue d’ensemble » aux premières cases peintes, appel compris',
    releve: enMots(peintes(vues.releve)),
    plancher: `${enMots(peintes(vues.nue))} (sans appel)`,
    rapport: '≤ 500 ms',
  })
  rapport.ajouter({
    quoi: `Une image de défilement, ${lignes} lignes dans la page`,
    releve: enMots(images(vues.releve)),
    plancher: `${enMots(images(vues.nue))} (page vide : ${enMots(images(vues.vide))})`,
    rapport: '16,7 ms',
  })
}

const NOTE =
  'Médiane · 95e centile, Chromium sans écran ni carte graphique, 1 440 × 900, pour la direction centrale, sur toutes les structures du pays. Plancher : une table HTML nue des mêmes lettres, écrite d’un coup ; et une boîte vide de la même hauteur, défilée par le même code : ce que le navigateur coûte à lui seul sur cette machine.'

/** The matrix of a loaded country in Chromium. */
export async function mesurerMatrice(
  rapport: Rapport,
  url: string,
  rapide: boolean,
  quand = '',
): Promise<void> {
  await avecNavigateur('Matrice', async (navigateur) => {
    rapport.ouvrir('Matrice dans le navigateur', `${NOTE} ${quand}`.trim(), [
      'Relevé',
      'Plancher',
      'But',
    ])
    const serveur = await lancer('../server/src/main.ts', '/api/sante', { DATABASE_URL: url })
    try {
      const reponse = await lireMatrice(serveur.url)
      // The bare pages, at `/nue` and `/vide`.
      const pageDe = (chemin: string) => {
        return { type: 'html' as const, corps: pageMatrice(reponse, { vide: chemin === '/vide' }) }
      }
      await avecPages(pageDe, async (ailleurs) => {
        dire(rapport, await voirTout(navigateur, { serveur: serveur.url, ailleurs }, rapide))
      })
    } finally {
      await serveur.arreter()
    }
  })
}

const ACCES = 'nav[aria-label="Parties du tableau de bord"] a'

/** Each in turn, and again: what the machine does meanwhile falls on all of them. */
async function voirTout(
  navigateur: Browser,
  { serveur, ailleurs }: { serveur: string; ailleurs: string },
  rapide: boolean,
) {
  const vues = { releve: [] as Vue[], nue: [] as Vue[], vide: [] as Vue[] }
  const accueil = `${serveur}/dashboard/app?vue=retards`
  for (let tour = 0; tour < (rapide ? 2 : 7); tour++) {
    vues.releve.push(await voir(navigateur, accueil, ACCES))
    vues.nue.push(await voir(navigateur, `${ailleurs}/nue`, 'button'))
    vues.vide.push(await voir(navigateur, `${ailleurs}/vide`, 'button'))
  }
  return vues
}
