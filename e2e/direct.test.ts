import type { Page } from '@playwright/test'
import { trouverDefauts } from './axe.ts'
import { commencer, modifier, numeroDe } from './formulaire.ts'
import { expect, surveiller } from './gens.ts'
import { test } from './plateforme.ts'

const [UNE, AUTRE] = ['AEMO-R03-01', 'CSAUV-R05-01'] as const
/** More than a page waits before it tries again. */
const RETOUR = { timeout: 100_000 }
/** Chromium says in its console that nobody answers. */
const SANS_SERVEUR = /net::ERR_(CONNECTION|INCOMPLETE|INTERNET|EMPTY|SOCKET)/

const ligneDe = (page: Page, structure: string) =>
  page
    .getByRole('main')
    .getByRole('row')
    .filter({ hasText: new RegExp(structure, 'i') })
const avisDe = (page: Page) => page.getByRole('status').filter({ hasText: /^Depuis \d\d:\d\d/ })

/** How many tabs of this browser follow the events, and how many wait to take their place. */
const meneursDe = (page: Page) =>
  page.evaluate(`navigator.locks.query().then(({ held, pending }) =>
    [held, pending].map((verrous) =>
      verrous.filter(({ name }) => name.startsWith('releve-evenements-')).length))`)

/** Shows the form of a structure in the list, where there may be none yet. */
async function ouvrirListe(page: Page, structure: string): Promise<void> {
  await page.goto(`/dashboard/saisiesstructures?q=${numeroDe('RMA', structure)}`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  // Lost by a page that is loaded again.
  await page.evaluate('globalThis.temoin = "gardé"')
}

const temoinDe = (page: Page) => page.evaluate('globalThis.temoin')

test.describe
  .serial('le serveur tombe, puis revient', () => {
    test.use({ refusAttendus: true, neuf: true })

    test('deux onglets et un autre navigateur rattrapent ce qui s’est fait, sans se recharger', async ({
      as,
      erreurs,
      plateforme,
    }) => {
      const [dpps, admin] = [await as('dpps'), await as('admin')]
      const elles = [await as('aemo-r03-01'), await as('csauv-r05-01')] as const
      for (const page of elles) await page.goto('/dashboard/app')
      const onglet = await dpps.context().newPage()
      surveiller(onglet, erreurs)
      await ouvrirListe(dpps, UNE)
      await ouvrirListe(onglet, AUTRE)
      await ouvrirListe(admin, UNE)
      await expect.poll(() => meneursDe(dpps), RETOUR).toEqual([1, 1])
      await expect.poll(() => meneursDe(admin), RETOUR).toEqual([1, 0])
      for (const page of [dpps, admin]) await expect(ligneDe(page, UNE)).toHaveCount(0)
      await expect(ligneDe(onglet, AUTRE)).toHaveCount(0)

      await plateforme.tuer()
      await plateforme.relancer()
      await commencer(elles[0], 'RMA', UNE)
      await commencer(elles[1], 'RMA', AUTRE)
      for (const page of [dpps, admin]) await expect(ligneDe(page, UNE)).toBeVisible(RETOUR)
      await expect(ligneDe(onglet, AUTRE)).toBeVisible(RETOUR)
      for (const page of [dpps, onglet, admin]) expect(await temoinDe(page)).toBe('gardé')

      // The tab that holds the stream goes: the other takes it.
      const relue = onglet.waitForResponse((reponse) => reponse.url().endsWith('/lister'), RETOUR)
      await dpps.close()
      await expect.poll(() => meneursDe(onglet)).toEqual([1, 0])
      await modifier(elles[1], numeroDe('RMA', AUTRE), { 'CAT.ORPH.M': 13 })
      await relue
      expect(erreurs.filter((dit) => !SANS_SERVEUR.test(dit))).toEqual([])
      erreurs.length = 0
    })

    test('une coupure qui dure se dit, dans tous les onglets, jusqu’au retour', async ({
      as,
      erreurs,
      plateforme,
    }) => {
      const [dpps, elle] = [await as('dpps'), await as('aemo-r03-01')]
      const onglet = await dpps.context().newPage()
      surveiller(onglet, erreurs)
      await elle.goto('/dashboard/app')
      for (const page of [dpps, onglet]) await ouvrirListe(page, UNE)
      await expect.poll(() => meneursDe(dpps), RETOUR).toEqual([1, 1])
      for (const page of [dpps, onglet]) await expect(avisDe(page)).toHaveCount(0)

      await plateforme.tuer()
      for (const page of [dpps, onglet]) await expect(avisDe(page)).toBeVisible(RETOUR)
      await expect(avisDe(dpps)).toContainText('Dès qu’elle reviendra, l’écran se mettra à jour.')
      expect(await trouverDefauts(dpps)).toEqual([])

      await plateforme.relancer()
      const relues = [dpps, onglet].map((page) =>
        page.waitForResponse((reponse) => reponse.url().endsWith('/lister'), RETOUR),
      )
      await modifier(elle, numeroDe('RMA', UNE), { 'CAT.ORPH.M': 14 })
      // The network found again is no reason to wait longer.
      await dpps.context().setOffline(true)
      await dpps.context().setOffline(false)
      for (const page of [dpps, onglet]) await expect(avisDe(page)).toHaveCount(0, RETOUR)
      await Promise.all(relues)
      for (const page of [dpps, onglet]) expect(await temoinDe(page)).toBe('gardé')
      expect(erreurs.filter((dit) => !SANS_SERVEUR.test(dit))).toEqual([])
      erreurs.length = 0
    })
  })
