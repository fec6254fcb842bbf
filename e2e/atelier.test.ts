import type { Page } from '@playwright/test'
import { expect, test } from './gens.ts'
import { ouvrirBrouillon, supprimerBrouillon } from './simulation.ts'

const plan = (page: Page) => page.getByRole('navigation', { name: 'Plan du modèle' })
const panneau = (page: Page) => page.locator('.mdl-panneau')
const choisir = (page: Page, nom: RegExp) =>
  plan(page).getByRole('button', { name: nom }).press('Enter')
const champ = (page: Page, nom: string) =>
  panneau(page).getByRole('textbox', { name: nom, exact: true })

async function relire(page: Page): Promise<void> {
  await expect(page.getByText('Enregistré à', { exact: false })).toBeVisible()
  await page.reload()
  await expect(plan(page)).toBeVisible()
}

test('les valeurs et les seuils d’un contrôle se règlent au clavier', async ({ as }) => {
  const page = await as('dpps')
  await ouvrirBrouillon(page)
  await choisir(page, /^RB10/)
  const sauf = panneau(page).getByText('Tous ses codes')
  await sauf.press('Enter')
  await panneau(page).getByRole('checkbox').first().press('Space')
  await expect(sauf).toHaveText(/sauf 1.code$/)
  await champ(page, 'Seuil «\u00a0agents\u00a0»').fill('3,5')
  await champ(page, 'Seuil «\u00a0part\u00a0»').fill('')
  await expect(panneau(page)).toContainText('Donnez sa valeur à ce seuil.')
  await champ(page, 'Seuil «\u00a0part\u00a0»').fill('0,25')
  await expect(panneau(page)).not.toContainText('Donnez sa valeur à ce seuil.')

  await choisir(page, /^RB01/)
  const premiere = champ(page, 'Code ou case, valeur 1')
  await expect(premiere).toHaveValue('M')
  await champ(page, 'Nom dans les messages, valeur 1').fill('des hommes')
  await premiere.press('Enter')
  const neuve = champ(page, 'Code ou case, valeur 2')
  await expect(neuve).toBeFocused()
  await expect(panneau(page)).toContainText('Écrivez ce texte.')
  await page.keyboard.type('TOT')
  await panneau(page).getByRole('button', { name: 'Descendre la valeur 2' }).press('Enter')
  await expect(champ(page, 'Code ou case, valeur 3')).toHaveValue('TOT')
  await expect(champ(page, 'Code ou case, valeur 3')).toBeFocused()
  await panneau(page).getByRole('button', { name: 'Retirer la valeur 2' }).press('Enter')
  await expect(premiere).toBeFocused()

  await relire(page)
  await choisir(page, /^RB01/)
  await expect(champ(page, 'Nom dans les messages, valeur 1')).toHaveValue('des hommes')
  await expect(champ(page, 'Code ou case, valeur 2')).toHaveValue('TOT')
  await expect(champ(page, 'Code ou case, valeur 3')).toHaveCount(0)
  await choisir(page, /^RB10/)
  await expect(sauf).toHaveText(/sauf 1.code$/)
  await expect(champ(page, 'Seuil «\u00a0agents\u00a0»')).toHaveValue('3,5')
  await expect(champ(page, 'Seuil «\u00a0part\u00a0»')).toHaveValue('0,25')
  await supprimerBrouillon(page)
})

test('une partie se déplace à la souris, dans sa liste et pas ailleurs', async ({ as }) => {
  const page = await as('dpps')
  await ouvrirBrouillon(page)
  const sections = plan(page).locator('ol > li > [data-chemin^="sections."]')
  const noms = ['Identification', 'Effectif présent', 'Mouvements du mois']
  const attendre = async (...attendus: string[]) => {
    for (const [rang, nom] of attendus.entries())
      await expect(sections.nth(rang)).toContainText(nom)
  }
  await attendre(...noms)
  await sections.nth(0).dragTo(sections.nth(2))
  await attendre('Effectif présent', 'Mouvements du mois', 'Identification')
  await sections.nth(2).dragTo(sections.nth(0))
  await attendre(...noms)
  await sections.nth(0).dragTo(plan(page).getByRole('button', { name: /^RB01/ }))
  await attendre(...noms)
  await expect(plan(page).getByRole('button', { name: /^RB/ }).first()).toContainText('RB01')
  await supprimerBrouillon(page)
})

test('un modèle se modifie sans quitter le clavier', async ({ as }) => {
  const page = await as('dpps')
  await ouvrirBrouillon(page)
  const { keyboard } = page
  const element = (nom: RegExp) => plan(page).getByRole('button', { name: nom })
  const titre = panneau(page).getByRole('heading', { name: /^Effectif présent/ })
  await element(/^Le modèle/).focus()
  await keyboard.press('ArrowDown')
  await expect(element(/^Identification/)).toBeFocused()
  await keyboard.press('ArrowDown')
  await keyboard.press('Enter')
  await expect(titre).toBeFocused()
  await keyboard.press('Tab')
  await keyboard.press('Enter')
  await keyboard.press('Enter')
  await expect(champ(page, 'Code')).toBeFocused()
  await keyboard.type('neuve')
  await expect(champ(page, 'Code')).toHaveValue('NEUVE')
  await panneau(page).getByRole('button', { name: 'Retirer', exact: true }).press('Enter')
  await expect(titre).toBeFocused()
  await keyboard.press('Escape')
  await expect(element(/^Effectif présent/)).toBeFocused()
  await keyboard.press('End')
  await expect(element(/^RB11/)).toBeFocused()
  await keyboard.press('Shift+Tab')
  await expect(element(/^Effectif présent/)).toBeFocused()
  await supprimerBrouillon(page)
})
