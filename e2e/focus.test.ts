import type { Page } from '@playwright/test'
import { attendreFocus, faireLeTour, tabuler } from './focus.ts'
import { commencer } from './formulaire.ts'
import { expect, test } from './gens.ts'

const LARGE = { width: 1440, height: 900 }
const STRUCTURE = 'csoc-r06-01'
const LISTE = '/dashboard/saisiesstructures'

async function aller(page: Page, adresse: string): Promise<void> {
  await page.setViewportSize(LARGE)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto(adresse)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.waitForLoadState('networkidle')
}

/** What a visitor sees, then what a person signed in sees. */
const TOURS: [qui: string | null, adresse: string, auMoins: number][] = [
  [null, '/', 15],
  [null, '/contact-us', 8],
  [null, '/auth/login', 5],
  [STRUCTURE, '/dashboard/app', 12],
  [STRUCTURE, LISTE, 15],
  ['dpps', '/dashboard/app', 15],
]

for (const [qui, adresse, auMoins] of TOURS) {
  test(`chaque élément se voit quand il a le focus : ${qui ?? 'visiteur'}, ${adresse}`, async ({
    page,
    as,
  }) => {
    const vue = qui ? await as(qui) : page
    await aller(vue, adresse)
    const haltes = await faireLeTour(vue)
    expect(haltes.filter(({ fautes }) => fautes.length > 0)).toEqual([])
    expect(haltes.length).toBeGreaterThanOrEqual(auMoins)
  })
}

for (const [qui, adresse] of [
  [null, '/'],
  [null, '/auth/login'],
  [STRUCTURE, '/dashboard/app'],
] as const) {
  test(`le premier lien mène au contenu, sans le menu : ${adresse}`, async ({ page, as }) => {
    const vue = qui ? await as(qui) : page
    await aller(vue, adresse)
    await vue.keyboard.press('Tab')
    const lien = vue.getByRole('link', { name: 'Aller au contenu' })
    await expect(lien).toBeFocused()
    await expect(lien).toBeInViewport({ ratio: 1 })
    await vue.keyboard.press('Enter')
    await expect(vue.getByRole('main')).toBeFocused()
    await vue.keyboard.press('Tab')
    await expect(vue.getByRole('main').locator(':focus')).toHaveCount(1)
  })
}

test('une fenêtre se ferme d’un clic dehors, non d’une pression que l’on reprend', async ({
  as,
}) => {
  const page = await as(STRUCTURE)
  await aller(page, '/dashboard/app')
  await page.getByRole('button', { name: /^Réglages d’affichage/ }).click()
  const fenetre = page.getByRole('dialog')
  const { x = 0, y = 0 } = (await fenetre.getByText('Largeur').boundingBox()) ?? {}
  const dehors = { x: 5, y: 400 }
  const dedans = { x: x + 5, y: y + 5 }
  for (const [de, a] of [
    [dehors, dedans],
    [dedans, dehors],
  ] as const) {
    await page.mouse.move(de.x, de.y)
    await page.mouse.down()
    await page.mouse.move(a.x, a.y)
    await page.mouse.up()
    await expect(fenetre).toBeVisible()
  }
  await page.mouse.click(5, 400)
  await expect(fenetre).toBeHidden()
})

test('d’un rapport, le second lien mène à la première case à remplir, où qu’elle soit', async ({
  as,
}) => {
  const page = await as(STRUCTURE)
  const { numero, donnees } = await commencer(page, 'RMA', STRUCTURE.toUpperCase())
  expect(donnees['MVT.DEB.M'] ?? null).toBeNull()
  // From another section than the one where it stands.
  await aller(page, `/dashboard/saisies/${numero}?section=INC`)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  const lien = page.getByRole('link', { name: 'Aller à la première case à remplir' })
  await expect(lien).toBeFocused()
  await expect(lien).toBeInViewport({ ratio: 1 })
  await page.keyboard.press('Enter')
  const premiere = page.locator('[data-cellule]:focus')
  await expect(premiere).toHaveCount(1)
  await expect(premiere).toHaveValue('')
  await expect(premiere).toHaveAttribute('required')
  const adresse = await premiere.getAttribute('data-cellule')
  // Filled, it is no more the first; and past it, one goes back to the first all the same.
  await page.keyboard.type('3')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await lien.focus()
  await page.keyboard.press('Enter')
  await expect(premiere).toHaveValue('')
  expect(await premiere.getAttribute('data-cellule')).not.toBe(adresse)
  await expect(page.getByText(/^Enregistré à/)).toBeVisible()

  // Another screen has no such way, nor a report that one only reads.
  await aller(page, '/dashboard/app')
  await expect(lien).toHaveCount(0)
})

test.describe('le focus revient', () => {
  for (const [nom, role] of [
    [/^Rechercher/, 'dialog'],
    [/^Réglages d’affichage/, 'dialog'],
    [/^Compte «/, 'menu'],
    [/^Langue/, 'menu'],
    ['Changer le logo', 'dialog'],
  ] as const) {
    test(`à ce qui a ouvert : ${nom}`, async ({ as }) => {
      const page = await as(STRUCTURE)
      await aller(page, '/dashboard/app')
      const bouton = page.getByRole('button', { name: nom })
      await tabuler(page, bouton)
      await page.keyboard.press('Enter')
      const ouvert = page.getByRole(role)
      await expect(ouvert).toBeVisible()
      await expect(ouvert.locator(':focus')).toHaveCount(1)
      await page.keyboard.press('Escape')
      await expect(ouvert).toBeHidden()
      await expect(bouton).toBeFocused()
    })
  }

  test('dans un dialogue, Tab n’atteint rien de la page', async ({ as }) => {
    const page = await as(STRUCTURE)
    await aller(page, '/dashboard/app')
    await tabuler(page, page.getByRole('button', { name: 'Réglages d’affichage' }))
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog')).toBeVisible()
    const dehors = `document.activeElement !== document.body &&
      !document.querySelector('dialog').contains(document.activeElement)`
    for (let pas = 0; pas < 15; pas += 1) {
      await page.keyboard.press('Tab')
      expect(await page.evaluate(dehors)).toBe(false)
    }
  })
})

test.describe('le focus n’est jamais perdu', () => {
  test('d’un écran à l’autre : il va au titre', async ({ as }) => {
    const page = await as('dr-r01')
    await aller(page, '/dashboard/app')
    const menu = page.getByRole('navigation', { name: 'Menu principal' })
    const noms = await menu.getByRole('link').allInnerTexts()
    expect(noms.length).toBeGreaterThanOrEqual(4)
    for (const nom of noms.slice(1)) {
      await tabuler(page, menu.getByRole('link', { name: nom }), 'Shift+Tab')
      await page.keyboard.press('Enter')
      await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    }
    await page.goBack()
    await attendreFocus(page, 'après un retour arrière')
  })

  test('quand une liste change : recherche, filtres, pages', async ({ as }) => {
    // By Tab, key after key, through every page of the country's reports.
    test.slow()
    const page = await as('dpps')
    await aller(page, LISTE)
    await tabuler(page, page.getByRole('searchbox'))
    await page.keyboard.type('R01')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/q=R01/)
    await attendreFocus(page, 'après une recherche')

    await tabuler(page, page.getByRole('button', { name: /^Retirer le filtre/ }))
    await page.keyboard.press('Enter')
    await expect(page).not.toHaveURL(/q=R01/)
    await attendreFocus(page, 'après le retrait d’un filtre')

    await page.goto(`${LISTE}?etats=APPROUVE&modele=EPM`)
    await tabuler(page, page.getByRole('button', { name: 'Effacer les filtres' }).first())
    await page.keyboard.press('Enter')
    await expect(page).not.toHaveURL(/modele/)
    await attendreFocus(page, 'après l’effacement des filtres')

    await page.goto(LISTE)
    const suivante = page.getByRole('button', { name: 'Page suivante' })
    await tabuler(page, suivante, 'Shift+Tab')
    const corps = page.getByRole('main')
    // Or, of a long list whose last page is full, what says that nothing follows.
    const premiere = corps
      .getByRole('row')
      .nth(1)
      .or(corps.getByText('La liste s’arrête à la page précédente.'))
    while (await suivante.isVisible()) {
      // As the assertion reads it: the text as it is laid out is never equal to it.
      const avant = (await premiere.textContent()) ?? ''
      await suivante.press('Enter')
      // Its lines: the bar says a page as soon as it is asked for, and whether another follows only
      // once it is there.
      await expect(premiere).not.toHaveText(avant)
      await attendreFocus(page, 'après un changement de page')
    }
  })
})
