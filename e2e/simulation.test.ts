import { expect, test } from './gens.ts'
import {
  appauvrir,
  lancerSimulation,
  ouvrirBrouillon,
  simuler,
  supprimerBrouillon,
} from './simulation.ts'

test('un brouillon s’essaie sur les rapports reçus, et la publication le rappelle', async ({
  as,
}) => {
  const page = await as('dpps')
  const principal = page.getByRole('main')
  const publication = page.getByRole('dialog', { name: /^Publier/ })
  const publier = page.getByRole('button', { name: 'Publier', exact: true })

  await ouvrirBrouillon(page)
  await publier.click()
  await expect(publication).toContainText('n’a pas été essayé')
  await publication.getByRole('button', { name: 'Simuler d’abord' }).click()
  await expect(publication).toHaveCount(0)
  await expect(page).toHaveURL(/vue=simulation/)
  await simuler(page)
  await expect(principal).toContainText('Aucune valeur saisie ne se perdrait.')
  await expect(principal).toContainText('Chaque contrôle se déclencherait aussi souvent')

  await appauvrir(page)
  await page.getByRole('link', { name: 'Simulation' }).click()
  await expect(principal).toContainText('Le brouillon a changé depuis cette simulation')
  await simuler(page)
  await expect(principal).not.toContainText('Le brouillon a changé')
  const perdues = page.getByRole('table', { name: 'Valeurs qui se perdraient' })
  await expect(perdues.getByRole('row')).toHaveCount(2)
  await expect(perdues).toContainText('Jours de formation FORM_JOURS')
  const controles = page.getByRole('table', { name: 'Contrôles' })
  await expect(controles.getByRole('row').nth(1)).toContainText('RB11')
  await expect(controles.getByRole('row').nth(1)).toContainText('Retiré par le brouillon')
  await page.getByRole('button', { name: 'Ouvrir le contrôle RB09' }).click()
  await expect(page.getByRole('heading', { level: 2, name: /direction/ })).toBeFocused()

  await publier.click()
  await expect(publication).toContainText('1 case perdrait ce qui y est saisi')
  await publication.getByRole('button', { name: 'Voir la simulation' }).click()
  await expect(publication).toHaveCount(0)
  await page.reload()
  const lien = perdues.getByRole('link').first()
  const numero = (await lien.textContent()) ?? ''
  await lien.click()
  await expect(page).toHaveURL(new RegExp(`/dashboard/saisies/${numero}`))
  await expect(page.getByRole('heading', { level: 1, name: /^Rapport/ })).toBeVisible()
  await supprimerBrouillon(page)
})

test('une simulation s’arrête, ne dit rien, et se lance de nouveau', async ({ as }) => {
  const page = await as('dpps')
  await ouvrirBrouillon(page)
  // It may end before it is stopped: another one is launched.
  await expect(async () => {
    await lancerSimulation(page)
    await page.getByRole('button', { name: 'Arrêter', exact: true }).click()
    await expect(page.getByRole('progressbar')).toHaveCount(0)
    await expect(page.getByText('Simulation arrêtée.')).toBeVisible({ timeout: 2000 })
  }).toPass()
  await expect(page.getByRole('heading', { level: 2, name: 'Contrôles' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Lancer de nouveau' })).toBeFocused()
  await simuler(page)
  await supprimerBrouillon(page)
})
