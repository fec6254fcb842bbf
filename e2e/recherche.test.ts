import type { Page } from '@playwright/test'
import { trouverTout } from './axe.ts'
import { expect, test } from './gens.ts'

/** Opens the search by its keys, wherever one is. */
async function ouvrir(page: Page) {
  await page.goto('/dashboard/app')
  await expect(page.getByRole('heading', { level: 1, name: 'Tableau de bord' })).toBeVisible()
  await page.keyboard.press('Control+k')
  const dialogue = page.getByRole('dialog', { name: 'Rechercher' })
  const champ = dialogue.getByRole('combobox', { name: /^Rechercher un rapport/ })
  await expect(champ).toBeFocused()
  return { dialogue, champ, options: dialogue.getByRole('option') }
}

test('un rapport se trouve et s’ouvre au clavier seul', async ({ as }) => {
  const page = await as('dpps')
  const { dialogue, champ, options } = await ouvrir(page)
  await expect(dialogue.getByRole('status')).toHaveText('Saisissez au moins 2 caractères.')
  await page.keyboard.type('Hauteville')
  await expect(options.first()).toBeVisible()
  await expect(dialogue.getByRole('status')).toHaveText(/premiers résultats$/)
  await page.keyboard.press('ArrowDown')
  await expect(options.first()).toHaveAttribute('aria-selected', 'true')
  await expect(champ).toHaveAttribute('aria-activedescendant', /^rec-f-/)
  await page.keyboard.press('End')
  await expect(options.last()).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(dialogue).toBeHidden()
  await expect(page).toHaveURL(/\/dashboard\/saisies\/\w+-\w+-R02/)
})

test('une structure mène à ses rapports, la touche Échap rend la page', async ({ as }) => {
  const page = await as('cpoly-r02-01')
  const { dialogue, champ } = await ouvrir(page)
  await page.keyboard.press('Escape')
  await expect(dialogue).toBeHidden()
  await page.keyboard.press('Control+k')
  await champ.fill('alizes')
  await dialogue.getByRole('group', { name: 'Structures' }).getByRole('option').click()
  await expect(page).toHaveURL(/saisiesstructures\?q=ORPH-R02-01$/)
})

test('un compte mène à sa page, pour la direction et l’administration seules', async ({ as }) => {
  const page = await as('admin')
  const { dialogue, champ } = await ouvrir(page)
  await champ.fill('pouponnière')
  const comptes = dialogue.getByRole('group', { name: 'Utilisateurs' })
  await comptes.getByRole('option').click()
  await expect(dialogue).toBeHidden()
  await expect(page).toHaveURL(/\/dashboard\/utilisateurs\/\d+$/)
  await expect(
    page.getByRole('heading', { level: 1, name: /Pouponnière Sainte-Marthe/ }),
  ).toBeVisible()
  await expect(page.getByText('poup-r01-01', { exact: true }).first()).toBeVisible()

  const autre = await as('poup-r01-01')
  const chez = await ouvrir(autre)
  await expect(chez.champ).toHaveAccessibleName(
    'Rechercher un rapport, une structure, un message, un document ou un écran',
  )
  await chez.champ.fill('pouponnière')
  await expect(chez.options.first()).toBeVisible()
  await expect(chez.dialogue.getByRole('group', { name: 'Utilisateurs' })).toHaveCount(0)
})

test('la recherche mène à un écran du menu, et à une édition de l’annuaire', async ({ as }) => {
  const page = await as('dpps')
  const { dialogue, champ } = await ouvrir(page)
  await champ.fill('parametres')
  await dialogue.getByRole('group', { name: 'Écrans' }).getByRole('option').click()
  await expect(page).toHaveURL(/\/dashboard\/parametres$/)

  const sienne = await as('poup-r01-01')
  const chez = await ouvrir(sienne)
  // Of the menu of others, nothing is found.
  await chez.champ.fill('annuaire 2025')
  await expect(chez.dialogue.getByRole('status')).toHaveText('1 résultat')
  await chez.dialogue.getByRole('group', { name: 'Documents' }).getByRole('option').click()
  await expect(sienne.getByRole('heading', { level: 1, name: 'Documents' })).toBeVisible()
  await expect(sienne.getByRole('main')).toContainText('Annuaire statistique 2025')
})

test('la recherche mène à un réglage qui a son titre, pour qui les change', async ({ as }) => {
  const page = await as('dpps')
  const { dialogue, champ } = await ouvrir(page)
  await champ.fill('mois rouverts')
  const ecrans = dialogue.getByRole('group', { name: 'Écrans' })
  await ecrans.getByRole('option', { name: /^Mois rouverts.*Paramètres, Calendrier/ }).click()
  await expect(page.getByRole('heading', { name: 'Mois rouverts' })).toBeVisible()

  const sienne = await as('poup-r01-01')
  const chez = await ouvrir(sienne)
  await chez.champ.fill('mois rouverts')
  await expect(chez.dialogue.getByRole('status')).toHaveText(/^Aucun résultat/)
})

test('sans résultat, la recherche dit quoi faire, et rien n’y gêne un lecteur d’écran', async ({
  as,
}) => {
  const page = await as('dpps')
  const { dialogue, champ, options } = await ouvrir(page)
  await champ.fill('zzzz')
  await expect(dialogue.getByRole('status')).toHaveText(
    /^Aucun résultat pour «\s?zzzz\s?». Vérifiez l’orthographe, ou cherchez un code\.$/,
  )
  await champ.fill('clair')
  await expect(options.first()).toBeVisible()
  await page.keyboard.press('ArrowDown')
  expect(await trouverTout(page)).toEqual([])
})

test.describe('sans réseau', () => {
  test.use({ refusAttendus: true, neuf: true })

  test('la recherche le dit, garde ce qui est tapé, et se reprend', async ({ as }) => {
    const page = await as('dpps')
    const { dialogue, champ, options } = await ouvrir(page)
    await page.context().setOffline(true)
    await champ.fill('grandherbe')
    await expect(dialogue.getByRole('alert')).toContainText('Le serveur ne répond pas.')
    await page.context().setOffline(false)
    // Another call may have found the line first: what is shown is then read anew by itself.
    const reessayer = dialogue.getByRole('button', { name: 'Réessayer' })
    await reessayer.evaluateAll((boutons: { click(): void }[]) => {
      for (const bouton of boutons) bouton.click()
    })
    await expect(options.first()).toBeVisible()
    await expect(champ).toHaveValue('grandherbe')
  })
})
