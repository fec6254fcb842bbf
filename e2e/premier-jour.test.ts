import type { Page } from '@playwright/test'
import { isoDe, libellePeriode } from '@releve/contract/mois.ts'
import { trouverDefauts } from './axe.ts'
import { MOIS_PRECEDENT } from './formulaire.ts'
import { expect } from './gens.ts'
import { test } from './plateforme.ts'

const etape = (page: Page, nom: string) => page.getByRole('listitem').filter({ hasText: nom })

/** Nothing is out of sight, nor badly said, on a phone and on a screen, in both modes. */
async function regarder(page: Page): Promise<void> {
  for (const width of [360, 1440])
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize({ width, height: 900 })
      await page.emulateMedia({ colorScheme })
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width)
      expect(await trouverDefauts(page)).toEqual([])
    }
}

/** Has never reported anything: nothing of its own stands in the base. */
const AGENT = 'csoc-r06-01'

test('le premier jour : rien n’est demandé, puis la direction dit depuis quand, et ouvre les relances', async ({
  as,
  plateforme,
}) => {
  for (const cle of ['debutCollecte', 'relancesOuvertes'])
    await plateforme.alterer(`delete from parametre where cle = '${cle}'`)

  const agent = await as(AGENT)
  await agent.goto('/dashboard/app')
  await expect(agent.getByText('La collecte n’a pas encore commencé')).toBeVisible()
  await expect(agent.getByRole('heading', { name: /^Douze mois/ })).toBeHidden()
  expect(await trouverDefauts(agent)).toEqual([])
  await agent.goto('/dashboard/saisies')
  await expect(agent.getByText('la collecte n’a pas commencé ce mois-là')).toBeVisible()
  await expect(agent.getByText('Saisie ouverte jusqu’au')).toBeHidden()

  const dpps = await as('dpps')
  await dpps.goto('/dashboard/relances')
  await expect(dpps.getByText('La collecte n’a pas encore de début')).toBeVisible()
  await expect(dpps.getByRole('button', { name: 'Ouvrir les relances' })).toBeHidden()
  await dpps.goto('/dashboard/app')
  await expect(dpps.getByText(/rien n’est demandé à personne/)).toBeVisible()
  await expect(dpps.getByText(/^Il reste 3\sétapes à faire/)).toBeVisible()
  await dpps.getByRole('link', { name: 'Voir la mise en route' }).click()
  await expect(etape(dpps, 'Inscrire les structures')).toContainText('Fait')
  await expect(etape(dpps, 'Nommer l’organisation')).toContainText('À faire')
  await expect(etape(dpps, 'Fixer le premier mois attendu')).toContainText('À faire')
  await expect(etape(dpps, 'Ouvrir les relances du calendrier')).toContainText('aucune ne part')
  const rma = dpps.getByRole('row', { name: /^RMA/ })
  await expect(rma).toContainText('Chaque mois')
  await expect(rma).toContainText('Une fois le début fixé')
  await regarder(dpps)
  await dpps.getByRole('link', { name: 'Fixer le premier mois attendu' }).press('Enter')
  const debut = dpps.getByRole('region', { name: 'Début de la collecte' })
  await debut.getByLabel('Premier mois attendu').selectOption(isoDe(MOIS_PRECEDENT))
  await debut.getByRole('button', { name: 'Enregistrer', exact: true }).click()
  const question = dpps.getByRole('dialog', { name: /^Enregistrer ce début/ })
  await expect(question.getByText(libellePeriode(MOIS_PRECEDENT))).toBeVisible()
  await expect(question.getByText(/rapports deviennent attendus/)).toBeVisible()
  expect(await trouverDefauts(dpps)).toEqual([])
  await question.getByRole('button', { name: 'Enregistrer ce début' }).click()
  await expect(dpps.getByText('Début de la collecte enregistré.')).toBeVisible()
  await expect(
    dpps.getByText('Les relances du calendrier ne sont pas encore ouvertes'),
  ).toBeVisible()

  await dpps.goto('/dashboard/app')
  await expect(dpps.getByText(/^Il reste 2\sétapes à faire/)).toBeVisible()
  await dpps.getByRole('link', { name: 'Ouvrir les relances du calendrier' }).click()
  const liste = dpps.getByRole('table', { name: 'Structures relancées les premières' })
  // On any day, some report of the month that runs is missing.
  await expect(liste.getByRole('link').first()).toBeVisible()
  expect(await trouverDefauts(dpps)).toEqual([])
  await dpps.getByRole('button', { name: 'Ouvrir les relances' }).click()
  await expect(dpps.getByText('Les relances du calendrier sont ouvertes.')).toBeVisible()
  await expect(dpps.getByRole('button', { name: 'Ouvrir les relances' })).toBeHidden()

  await agent.goto('/dashboard/app')
  await expect(agent.getByRole('button', { name: /^Commencer/ }).first()).toBeVisible()
  await expect(agent.getByText('La collecte n’a pas encore commencé')).toBeHidden()

  // The last step, from the home; nothing of it is there then, and the settings lead to it.
  await dpps.goto('/dashboard/app')
  await dpps.getByRole('link', { name: 'Nommer l’organisation' }).click()
  await dpps.getByLabel(/^Pays/).fill('République du Littoral')
  await dpps.getByRole('button', { name: 'Enregistrer', exact: true }).click()
  await expect(dpps.getByText('Nom de l’organisation enregistré.')).toBeVisible()
  await dpps.goto('/dashboard/parametres')
  await dpps.getByRole('link', { name: 'Mise en route' }).click()
  await expect(dpps.getByRole('heading', { name: /^Étapes\s*7 sur 7$/ })).toBeVisible()
  await expect(etape(dpps, 'Ouvrir les relances du calendrier')).toContainText('atteindraient')
  await expect(rma).toContainText('À rendre pour le')
  // What it tells is read already: the home would show it at once.
  await dpps.getByRole('link', { name: 'Tableau de bord', exact: true }).click()
  await expect(dpps.getByRole('heading', { name: /^Les rapports de/ })).toBeVisible()
  await expect(dpps.getByRole('link', { name: 'Voir la mise en route' })).toBeHidden()
})
