import type { Browser, Page } from '@playwright/test'
import { cheminsPeses, koDe, peser } from '../e2e/poids.ts'
import { MOT_DE_PASSE, ouvrirContexte } from './contexte.ts'
import { figure, type Rapport } from './rapport.ts'

/** Where our web answers, and the empty page beside it. */
export type Urls = { releve: string; vide: string }

async function peserChemin(
  navigateur: Browser,
  url: string,
  aller: (page: Page) => Promise<void>,
): Promise<{ code: number; polices: number }> {
  const contexte = await ouvrirContexte(navigateur, url)
  const page = await contexte.newPage()
  const fichiers = peser(page)
  await aller(page)
  const recus = await fichiers()
  await contexte.close()
  return { code: koDe(recus), polices: koDe(recus, true) }
}

/** What JavaScript and CSS each way brings, beside its aim. */
export async function mesurerPoids(
  navigateur: Browser,
  rapport: Rapport,
  urls: Urls,
): Promise<void> {
  const vide = await peserChemin(navigateur, urls.vide, async (page) => {
    await page.goto('/')
  })
  for (const { nom, vise, aller } of cheminsPeses(MOT_DE_PASSE)) {
    const { code, polices } = await peserChemin(navigateur, urls.releve, aller)
    rapport.ajouter({
      quoi: `${nom} : JavaScript et CSS compressés (polices à part)`,
      releve: `${figure(code)} Ko (${figure(polices)} Ko)`,
      plancher: `${figure(vide.code)} Ko`,
      rapport: `≤ ${vise} Ko`,
    })
  }
}
