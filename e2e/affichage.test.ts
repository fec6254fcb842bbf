import type { Locator, Page } from '@playwright/test'
import { debutDuContenu, LARGE, menu, ouvrir } from './coquille.ts'
import { expect, test } from './gens.ts'

const reglages = (page: Page) => page.getByRole('dialog', { name: 'Réglages d’affichage' })

async function ouvrirReglages(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Réglages d’affichage' }).click()
  await expect(reglages(page)).toBeVisible()
}

/** Chooses as a person does: the card of the setting, which its radio button fills. */
const choisir = (page: Page, nom: string) =>
  reglages(page).getByRole('radio', { name: nom, exact: true }).check()

const jeton = (page: Page, nom: string) =>
  page.evaluate<string>(`getComputedStyle(document.documentElement).getPropertyValue('${nom}')`)

/** Whether the last character of these words is drawn at the right of the one before. */
const finitParLaDroite = (mots: Locator) =>
  mots.evaluate((element) => {
    const texte = element.firstChild
    const longueur = texte?.textContent?.length ?? 0
    const place = (rang: number) => {
      const caractere = element.ownerDocument.createRange()
      if (!texte) return Number.NaN
      caractere.setStart(texte, rang)
      caractere.setEnd(texte, rang + 1)
      return caractere.getBoundingClientRect().left
    }
    return place(longueur - 1) > place(longueur - 2)
  })

/** `#155e6e` as the browser says it: `rgb(21, 94, 110)`. */
const rgbDe = (hex: string) =>
  `rgb(${[1, 3, 5].map((debut) => Number.parseInt(hex.slice(debut, debut + 2), 16)).join(', ')})`

test.describe('les réglages d’affichage', () => {
  test('valent avant le premier affichage, et gardent leur place d’un onglet à l’autre', async ({
    as,
  }) => {
    const page = await as('dpps')
    await ouvrir(page)
    await ouvrirReglages(page)
    await choisir(page, 'Sombre')
    await choisir(page, 'Violet')
    await choisir(page, 'Étendue')
    await choisir(page, 'De droite à gauche')
    const autre = await page.context().newPage()
    // Nothing is painted before there is a body: what <html> says then is what shows first.
    await autre.addInitScript({
      content: `new MutationObserver((_, observateur) => {
        if (!document.body) return
        observateur.disconnect()
        const { dir, dataset } = document.documentElement
        window.auDepart = { dir, ...dataset }
      }).observe(document, { childList: true, subtree: true })`,
    })
    await autre.goto('/dashboard/app')
    expect(await autre.evaluate('window.auDepart')).toEqual({
      dir: 'rtl',
      mode: 'dark',
      couleur: 'purple',
      large: '',
    })
    await page.bringToFront()
    await choisir(page, 'Clair')
    await expect(autre.locator('html')).toHaveAttribute('data-mode', 'light')
    await page.getByRole('button', { name: 'Revenir aux réglages d’origine' }).click()
    await expect(autre.locator('html')).toHaveAttribute('dir', 'ltr')
    await expect(autre.locator('html')).toHaveAttribute('data-couleur', 'default')
    expect(await autre.evaluate(`'large' in document.documentElement.dataset`)).toBe(false)
  })

  test('« Système » suit l’appareil', async ({ as }) => {
    const page = await as('dpps')
    await page.emulateMedia({ colorScheme: 'dark' })
    await ouvrir(page)
    await expect(page.locator('html')).toHaveAttribute('data-mode', 'dark')
    await page.emulateMedia({ colorScheme: 'light' })
    await expect(page.locator('html')).toHaveAttribute('data-mode', 'light')
  })

  test('sur papier, les couleurs sont celles du mode clair', async ({ as }) => {
    const page = await as('dpps')
    await ouvrir(page)
    const claire = await jeton(page, '--encre')
    await ouvrirReglages(page)
    await choisir(page, 'Sombre')
    expect(await jeton(page, '--encre')).not.toBe(claire)
    await page.emulateMedia({ media: 'print' })
    expect(await jeton(page, '--encre')).toBe(claire)
  })

  test('chacune des six couleurs change l’accent, dans les deux modes', async ({ as }) => {
    const page = await as('dpps')
    await ouvrir(page)
    await ouvrirReglages(page)
    const accents = new Set<string>()
    for (const mode of ['Clair', 'Sombre']) {
      await choisir(page, mode)
      for (const couleur of ['Défaut', 'Violet', 'Cyan', 'Bleu', 'Orange', 'Rouge']) {
        await choisir(page, couleur)
        const accent = await jeton(page, '--accent')
        const carte = reglages(page).locator('label', { hasText: couleur })
        const pastille = carte.locator('span').first()
        await expect(pastille).toHaveCSS('background-color', rgbDe(accent))
        accents.add(accent)
      }
    }
    expect(accents.size).toBe(12)
  })

  test('de droite à gauche, tout est en miroir : menu, barre, tiroir et chevrons', async ({
    as,
  }) => {
    const page = await as('cau-r01-01')
    await ouvrir(page)
    await ouvrirReglages(page)
    await choisir(page, 'De droite à gauche')
    await expect.poll(async () => (await reglages(page).boundingBox())?.x).toBe(0)
    await page.keyboard.press('Escape')
    const cote = await menu(page).boundingBox()
    expect(cote?.x).toBeGreaterThan(LARGE.width / 2)
    expect(await debutDuContenu(page)).toBe(0)
    const compte = await page.getByRole('button', { name: /^Compte «/ }).boundingBox()
    expect(compte?.x).toBeLessThan(LARGE.width / 2)
    const sens = page.getByRole('button', { name: 'Réduire le menu' }).locator('svg')
    await expect(sens).toHaveCSS('transform', 'matrix(-1, 0, 0, 1, 0, 0)')
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(LARGE.width)
  })

  test('de droite à gauche, les mots restent français : le point finit la phrase', async ({
    as,
  }) => {
    const page = await as('cau-r01-01')
    await ouvrir(page)
    await ouvrirReglages(page)
    await choisir(page, 'De droite à gauche')
    await page.keyboard.press('Escape')
    await page.goto('/dashboard/chgmdp')
    const changer = page.getByRole('main').getByRole('button', { name: 'Changer le mot de passe' })
    await changer.click()
    const faute = page.getByText('Saisissez votre mot de passe actuel.')
    expect(await finitParLaDroite(faute)).toBe(true)
    // They stand where one begins to read, under a field as wide as they.
    const champ = await page.getByRole('textbox', { name: 'Mot de passe actuel' }).boundingBox()
    const place = await faute.boundingBox()
    expect(place?.x).toBeGreaterThan((champ?.x ?? 0) + (champ?.width ?? 0) / 3)
  })

  test('« Étendue » donne à la page toute la largeur', async ({ as }) => {
    const page = await as('dpps')
    await ouvrir(page, { width: 1920, height: 900 })
    const largeur = async () => (await page.getByRole('main').boundingBox())?.width
    expect(await largeur()).toBe(1440)
    await ouvrirReglages(page)
    await choisir(page, 'Étendue')
    await expect.poll(largeur).toBe(1640)
  })
})
