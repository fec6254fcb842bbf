import type { Page } from '@playwright/test'
import { debutDuContenu, LARGE, menu, ouvrir } from './coquille.ts'
import { expect, test } from './gens.ts'

/** The menu fills its bar, less the rule on its edge. */
const largeurDuMenu = async (page: Page) => (await menu(page).boundingBox())?.width

test.describe('le menu', () => {
  test('passe de 280 à 102 px d’un clic, et le reste après un rechargement', async ({ as }) => {
    const page = await as('cau-r01-01')
    await ouvrir(page)
    expect(await debutDuContenu(page)).toBe(280)
    await page.getByRole('button', { name: 'Réduire le menu' }).click()
    await expect.poll(() => debutDuContenu(page)).toBe(102)
    await page.reload()
    await expect.poll(() => debutDuContenu(page)).toBe(102)
    // Names stay in sight under the icons, the current one marked.
    const courant = menu(page).getByRole('link', { name: 'Tableau de bord' })
    await expect(courant).toHaveAttribute('aria-current', 'page')
    await expect(menu(page).getByText('Rapports des structures')).toBeVisible()
    await page.getByRole('button', { name: 'Déplier le menu' }).click()
    await expect.poll(() => debutDuContenu(page)).toBe(280)
  })

  test('réduit, se déplie au survol sans déplacer la page, et Échap le replie', async ({ as }) => {
    const page = await as('cau-r01-01')
    await ouvrir(page)
    await page.getByRole('button', { name: 'Réduire le menu' }).click()
    // The pointer is still on it: it folds all the same.
    await expect.poll(() => largeurDuMenu(page)).toBe(101)
    await page.mouse.move(800, 400)
    await page.mouse.move(50, 400)
    await expect.poll(() => largeurDuMenu(page)).toBe(279)
    expect(await debutDuContenu(page)).toBe(102)
    await page.keyboard.press('Escape')
    await expect.poll(() => largeurDuMenu(page)).toBe(101)
  })

  test('réduit, se déplie sous le clavier, et se replie quand il le quitte', async ({ as }) => {
    const page = await as('cau-r01-01')
    await ouvrir(page)
    await page.getByRole('button', { name: 'Réduire le menu' }).click()
    await page.mouse.move(800, 400)
    await page.reload()
    await expect(menu(page)).toBeVisible()
    await page.keyboard.press('Tab')
    await expect(page.getByRole('link', { name: 'Aller au contenu' })).toBeFocused()
    await page.keyboard.press('Tab')
    await expect.poll(() => largeurDuMenu(page)).toBe(279)
    await page.getByRole('button', { name: 'Rechercher' }).focus()
    await expect.poll(() => largeurDuMenu(page)).toBe(101)
  })

  test('sous 1 200 px, est un tiroir que ferme un choix, ou une fenêtre élargie', async ({
    as,
  }) => {
    const page = await as('cau-r01-01')
    await ouvrir(page, { width: 1199, height: 800 })
    await expect(menu(page)).toBeHidden()
    expect(await debutDuContenu(page)).toBe(0)
    const tiroir = page.getByRole('dialog', { name: 'Menu principal' })
    await page.getByRole('button', { name: 'Ouvrir le menu' }).click()
    await tiroir.getByRole('link', { name: 'Mes rapports' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Mes rapports' })).toBeVisible()
    await expect(tiroir).toBeHidden()
    await page.getByRole('button', { name: 'Ouvrir le menu' }).click()
    await expect(tiroir).toBeVisible()
    await expect.poll(async () => (await tiroir.boundingBox())?.width).toBe(280)
    await page.setViewportSize(LARGE)
    await expect(tiroir).toBeHidden()
    await page.setViewportSize({ width: 1199, height: 800 })
    await expect(tiroir).toBeHidden()
    await page.getByRole('button', { name: 'Ouvrir le menu' }).click()
    await expect(tiroir).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(tiroir).toBeHidden()
    await expect(page.getByRole('button', { name: 'Ouvrir le menu' })).toBeFocused()
  })

  test('réduit, est entier au retour d’un écran étroit', async ({ as }) => {
    const page = await as('cau-r01-01')
    await ouvrir(page)
    await page.getByRole('button', { name: 'Réduire le menu' }).click()
    await expect.poll(() => debutDuContenu(page)).toBe(102)
    await page.setViewportSize({ width: 800, height: 800 })
    await expect.poll(() => debutDuContenu(page)).toBe(0)
    await page.setViewportSize(LARGE)
    await expect.poll(() => debutDuContenu(page)).toBe(280)
  })

  test('chaque écran commence en haut, au retour en arrière aussi', async ({ as }) => {
    const page = await as('dpps')
    await ouvrir(page, { width: 1440, height: 400 })
    const haut = () => page.evaluate<number>('scrollY')
    const titre = (nom: string) => page.getByRole('heading', { level: 1, name: nom })
    // Again until what makes the page long has come.
    const descendre = () => expect.poll(() => page.evaluate('scrollTo(0, 300), scrollY')).toBe(300)
    await descendre()
    await menu(page).getByRole('link', { name: 'Rapports des structures' }).click()
    await expect(titre('Rapports des structures')).toBeFocused()
    expect(await haut()).toBe(0)
    await descendre()
    await page.goBack()
    await expect(titre('Tableau de bord')).toBeFocused()
    expect(await haut()).toBe(0)
    await descendre()
    await page.goForward()
    await expect(titre('Rapports des structures')).toBeFocused()
    expect(await haut()).toBe(0)
  })

  test('ne montre à chacun que les écrans qui le servent', async ({ as }) => {
    const structure = await as('cau-r01-01')
    await ouvrir(structure)
    await expect(menu(structure).getByRole('link')).toHaveText([
      'Tableau de bord',
      'Saisies',
      'Mes rapports',
      'Rapports des structures',
      'Documents',
      /^Messagerie/,
      'Changer le mot de passe',
    ])
    const centrale = await as('dpps')
    await ouvrir(centrale)
    await expect(menu(centrale).getByRole('link')).toHaveText([
      'Tableau de bord',
      'Saisies',
      'Rapports des structures',
      'Annuaire',
      'Documents',
      'Utilisateurs',
      'Structures',
      /^Messagerie/,
      'Journal',
      'Courriels',
      'Paramètres',
      'Changer le mot de passe',
    ])
  })
})

test.describe('la barre du haut', () => {
  test('change au-delà de 100 px de défilement, sans déplacer la page', async ({ as }) => {
    const page = await as('dpps')
    await ouvrir(page, { width: 1440, height: 500 })
    const barre = page.getByRole('banner').locator('> div')
    const hauteur = async () => (await barre.boundingBox())?.height
    await expect(barre).toHaveCSS('box-shadow', 'none')
    const place = await page.getByRole('main').boundingBox()
    expect(await hauteur()).toBe(68)
    // Nothing scrolls until the page is there.
    const haut = () => page.evaluate('document.documentElement.scrollHeight')
    await expect.poll(haut).toBeGreaterThan(1000)
    await page.evaluate('scrollTo(0, 90)')
    await expect.poll(hauteur).toBe(68)
    await page.evaluate('scrollTo(0, 140)')
    await expect.poll(hauteur).toBe(56)
    await expect(barre).not.toHaveCSS('box-shadow', 'none')
    const apres = await page.getByRole('main').boundingBox()
    expect(apres?.y).toBe((place?.y ?? 0) - 140)
    await page.evaluate('scrollTo(0, 0)')
    await expect.poll(hauteur).toBe(68)
  })

  test('Ctrl+K ouvre la recherche, et le focus revient où il était', async ({ as }) => {
    const page = await as('dpps')
    await ouvrir(page)
    const lien = menu(page).getByRole('link', { name: 'Saisies' })
    await lien.focus()
    await page.keyboard.press('Control+k')
    await expect(page.getByRole('dialog')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(lien).toBeFocused()
  })

  test('le menu des langues offre le français, choisi, et se quitte au clavier', async ({ as }) => {
    const page = await as('dpps')
    await ouvrir(page)
    const bouton = page.getByRole('button', { name: /^Langue/ })
    await bouton.focus()
    await page.keyboard.press('ArrowDown')
    const choix = page.getByRole('menuitemradio')
    await expect(choix).toHaveText('Français')
    await expect(choix).toBeChecked()
    await expect(choix).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('menu')).toHaveCount(0)
    await expect(bouton).toBeFocused()
  })

  test('le menu du compte se parcourt aux flèches et se ferme d’un clic ailleurs', async ({
    as,
  }) => {
    const page = await as('cau-r01-01')
    await ouvrir(page)
    const bouton = page.getByRole('button', { name: /^Compte «/ })
    await bouton.focus()
    await page.keyboard.press('ArrowUp')
    await expect(page.getByRole('menuitem', { name: 'Déconnexion' })).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await expect(page.getByRole('menuitem', { name: 'Mon compte' })).toBeFocused()
    await page.keyboard.press('End')
    await expect(page.getByRole('menuitem', { name: 'Déconnexion' })).toBeFocused()
    await page.getByRole('heading', { level: 1 }).click()
    await expect(page.getByRole('menu')).toHaveCount(0)
  })

  test('le plein écran s’ouvre et se quitte par le même bouton', async ({ as }) => {
    const page = await as('dpps')
    await ouvrir(page)
    await page.getByRole('button', { name: 'Plein écran' }).click()
    await page.getByRole('button', { name: 'Quitter le plein écran' }).click()
    await expect(page.getByRole('button', { name: 'Plein écran' })).toBeVisible()
  })
})
