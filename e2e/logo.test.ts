import type { Page } from '@playwright/test'
import { trouverTout } from './axe.ts'
import { giveFile, image, lacher, PIXEL, pdf } from './fichiers.ts'
import { expect, test } from './gens.ts'

/** A picture that browsers show, whatever its name, and that is no logo. */
const GIF = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')
const TROP = image('affiche.png', Buffer.concat([PIXEL, Buffer.alloc(5_000_001 - PIXEL.length)]))
const NOTE = pdf('note.pdf')

const dialogueDe = (page: Page) => page.getByRole('dialog', { name: 'Changer le logo' })
const zoneDe = (page: Page) => dialogueDe(page).getByRole('button', { name: /^Glissez-déposez/ })
const chargerDe = (page: Page) => dialogueDe(page).getByRole('button', { name: 'Charger' })
const champDe = (page: Page) => dialogueDe(page).locator('input[type=file]')

async function ouvrir(page: Page): Promise<void> {
  await page.goto('/dashboard/app')
  await page.getByRole('button', { name: /^Compte «/ }).click()
  await page.getByRole('menuitem', { name: 'Changer le logo' }).click()
  await expect(zoneDe(page)).toBeFocused()
}

/** The logo in the account's menu, once the browser has shown it. */
async function logoDe(page: Page): Promise<string | null> {
  const logo = page.getByRole('button', { name: /^Compte «/ }).locator('img')
  if ((await logo.count()) === 0) return null
  await expect(logo).toHaveJSProperty('complete', true)
  await expect(logo).toHaveJSProperty('naturalWidth', 1)
  return logo.getAttribute('src')
}

test('une structure change son logo, au clavier : il se voit aussitôt, et au retour', async ({
  as,
}) => {
  const page = await as('poup-r01-01')
  await ouvrir(page)
  await expect(chargerDe(page)).toHaveAttribute('disabled', '')
  await expect(chargerDe(page)).toHaveAccessibleDescription('Choisissez d’abord une image.')
  await expect(dialogueDe(page).getByText('Choisissez d’abord une image.')).toBeVisible()
  await giveFile(page, () => page.keyboard.press('Enter'), image('logo.png'))
  await expect(dialogueDe(page).getByRole('img', { name: 'Aperçu : logo.png' })).toBeVisible()
  await expect(chargerDe(page)).not.toHaveAttribute('disabled')
  await expect(dialogueDe(page).getByText('Fichier choisi')).toHaveText(/logo\.png, \d+\soctets\./)
  expect(await trouverTout(page, 'dialog')).toEqual([])
  await chargerDe(page).press('Enter')
  await expect(page.getByText('Le logo a été changé.')).toBeVisible()
  await expect(dialogueDe(page)).toHaveCount(0)
  const adresse = await logoDe(page)
  expect(adresse).toMatch(/\/api\/documents\/logo\/[\w-]{32}\.png$/)
  await page.reload()
  await expect.poll(() => logoDe(page)).toBe(adresse)
  const revenue = await reconnecter(as)
  await expect.poll(() => logoDe(revenue)).toBe(adresse)
})

async function reconnecter(as: (identifiant: string) => Promise<Page>): Promise<Page> {
  const page = await as('poup-r01-01')
  await page.goto('/dashboard/app')
  await expect(page.getByRole('button', { name: /^Compte «/ })).toBeVisible()
  return page
}

test('la zone de dépôt refuse avec des mots, et garde le fichier choisi avant', async ({ as }) => {
  const page = await as('csoc-r06-01')
  await ouvrir(page)
  const alerte = dialogueDe(page).getByRole('alert')
  await champDe(page).setInputFiles(NOTE)
  await expect(alerte).toHaveText('Format non accepté. Formats possibles\u00a0: PNG, JPG.')
  await champDe(page).setInputFiles(TROP)
  await expect(alerte).toHaveText(/^Le fichier dépasse 5\sMo\./)
  await champDe(page).setInputFiles(image('vide.png', Buffer.alloc(0)))
  await expect(alerte).toHaveText(/^Ce fichier est vide\./)
  await expect(chargerDe(page)).toBeDisabled()
  await lacher(zoneDe(page), ['a.png'])
  await expect(alerte).toBeEmpty()
  await expect(dialogueDe(page).getByText('a.png', { exact: true })).toBeVisible()
  await lacher(zoneDe(page), ['b.png', 'c.png'])
  await expect(alerte).toHaveText('Choisissez un seul fichier à la fois.')
  await expect(dialogueDe(page).getByText('a.png', { exact: true })).toBeVisible()
  await expect(chargerDe(page)).toBeEnabled()
  await dialogueDe(page).getByRole('button', { name: 'Retirer a.png' }).click()
  await expect(zoneDe(page)).toBeFocused()
  await expect(chargerDe(page)).toBeDisabled()
})

test.describe('quand le serveur refuse', () => {
  test.use({ refusAttendus: true })

  test('le dialogue dit pourquoi et reste ouvert ; Annuler le ferme sans rien changer', async ({
    as,
  }) => {
    const page = await as('csoc-r06-01')
    await ouvrir(page)
    await champDe(page).setInputFiles(image('faux.png', GIF))
    await chargerDe(page).click()
    const echec = dialogueDe(page).getByRole('alert').filter({ hasText: 'Erreur' })
    await expect(echec).toContainText('Formats possibles\u00a0: PNG, JPG.')
    await champDe(page).setInputFiles(image('logo.png'))
    await expect(echec).toHaveCount(0)
    await dialogueDe(page).getByRole('button', { name: 'Annuler' }).click()
    await expect(dialogueDe(page)).toHaveCount(0)
    await expect(page.getByRole('button', { name: /^Compte «/ })).toBeFocused()
    expect(await logoDe(page)).toBeNull()
  })
})

test('l’administration change le logo de l’organisation', async ({ as }) => {
  const page = await as('admin')
  await ouvrir(page)
  await expect(dialogueDe(page)).toContainText('organisation')
})
