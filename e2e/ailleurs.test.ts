import { deposerXlsform } from './ailleurs.ts'
import { expect, test } from './gens.ts'

const MODELES = '/dashboard/parametres?onglet=modeles'

test('un questionnaire XLSForm dit ce qu’il devient, puis devient un brouillon', async ({ as }) => {
  const page = await as('dpps')
  await page.goto(MODELES)
  await deposerXlsform(page)
  const boite = page.getByRole('dialog')
  const constats = boite.getByRole('table', { name: 'Ce que devient chaque partie' })
  await expect(constats).toContainText('Laissé')
  await expect(constats.getByText('Compris', { exact: true })).toHaveCount(0)
  await boite.getByRole('checkbox', { name: /^Compris/ }).check()
  await expect(constats.getByText('Compris', { exact: true }).first()).toBeVisible()
  await boite.getByRole('textbox', { name: /^Code du modèle/ }).fill('VENU')
  await boite.getByRole('button', { name: 'Commencer le brouillon' }).click()
  await expect(boite).toHaveCount(0)
  const plan = page.getByRole('navigation', { name: 'Plan du modèle' })
  await expect(plan.getByRole('button', { name: /^Activité/ })).toBeVisible()

  await page.goto(MODELES)
  const modele = page.getByRole('region', { name: /VENU$/ })
  await modele.getByRole('button', { name: 'Supprimer le brouillon' }).click()
  const suppression = page.getByRole('dialog', { name: /^Supprimer le brouillon/ })
  await suppression.getByRole('button', { name: 'Supprimer', exact: true }).click()
  await expect(modele).toHaveCount(0)
})

test.describe('un fichier d’autre chose', () => {
  test.use({ refusAttendus: true })

  test('est refusé dans la boîte, et rien n’est commencé', async ({ as }) => {
    const page = await as('dpps')
    await page.goto(MODELES)
    await page.getByRole('button', { name: 'Reprendre d’ailleurs' }).click()
    const boite = page.getByRole('dialog')
    await boite.locator('input[type=file]').setInputFiles({
      name: 'autre.json',
      mimeType: 'application/json',
      buffer: Buffer.from('{"recettes": ["tarte"]}'),
    })
    await expect(boite).toContainText('ce fichier n’est pas un questionnaire qui se lit')
    await expect(boite.getByRole('button', { name: 'Commencer le brouillon' })).toHaveAttribute(
      'aria-disabled',
      'true',
    )
  })
})
