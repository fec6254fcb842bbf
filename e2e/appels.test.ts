import type { Page } from '@playwright/test'
import { test } from './facade.ts'
import { MOIS_PRECEDENT, numeroDe } from './formulaire.ts'
import { expect, surveiller } from './gens.ts'

/** What asks most of the platform when it opens. */
const ECRANS = [
  '/dashboard/app',
  '/dashboard/saisiesstructures',
  '/dashboard/annuaire',
  `/dashboard/saisies/${numeroDe('RMA', 'CAU-R01-01', MOIS_PRECEDENT)}`,
]

/** A person of the account, with one tab for each screen. */
async function ouvrirOnglets(page: Page, erreurs: string[]): Promise<Page[]> {
  const autres = await Promise.all(ECRANS.slice(1).map(() => page.context().newPage()))
  for (const onglet of autres) surveiller(onglet, erreurs)
  return [page, ...autres]
}

/** Opens every screen at once, and waits until each shows what it is for. */
async function ouvrirEcrans(onglets: Page[]): Promise<void> {
  await Promise.all(
    onglets.map(async (onglet, rang) => {
      await onglet.goto(ECRANS[rang % ECRANS.length] ?? '')
      await expect(onglet.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(onglet.getByRole('main').getByRole('progressbar')).toHaveCount(0)
    }),
  )
}

test('trois personnes d’un même compte ouvrent quatre onglets à la fois, et rien ne leur est refusé', async ({
  as,
  erreurs,
  facade,
}) => {
  const gens = [await as('dpps'), await as('dpps'), await as('dpps')]
  const onglets = await Promise.all(gens.map((page) => ouvrirOnglets(page, erreurs)))
  facade.statuts.length = 0
  await ouvrirEcrans(onglets.flat())
  await expect.poll(facade.enVol).toBe(0)
  // More came together than are served at once: some have waited.
  expect(facade.pointe()).toBeGreaterThan(6)
  expect(facade.statuts.length).toBeGreaterThan(24)
  expect(facade.statuts.filter((statut) => statut >= 400)).toEqual([])
})
