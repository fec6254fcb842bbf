import type { Locator, Page } from '@playwright/test'
import { LARGE } from './coquille.ts'
import { allerSection, caseDe, changerVue, commencer, numeroDe } from './formulaire.ts'
import { expect, test } from './gens.ts'

const STRUCTURE = 'CAH-R04-01'
const NUMERO = numeroDe('EPM', STRUCTURE)
const TELEPHONE = { width: 360, height: 740 }
/** What says that a page sees the whole of a table, or that one scrolls in its own region. */
const REGION = /^Effectif présent au dernier jour, tableau à faire défiler$/

async function ouvrir(page: Page, taille = LARGE): Promise<void> {
  await page.setViewportSize(taille)
  await commencer(page, 'EPM', STRUCTURE)
  await page.goto(`/dashboard/saisies/${NUMERO}`)
  await allerSection(page, 'Effectif présent au dernier jour')
}

const tableau = (page: Page) => page.getByRole('table', { name: /^Effectif présent/ })

async function boite(quoi: Locator) {
  const trouvee = await quoi.boundingBox()
  if (!trouvee) throw new Error('hors de la page')
  return trouvee
}

test.describe
  .serial('la place des chiffres', () => {
    test('toutes les colonnes de l’effectif tiennent, en pleine largeur et serrées, et le restent', async ({
      as,
    }) => {
      const page = await as('cah-r04-01')
      await ouvrir(page)
      await expect(page.getByRole('region', { name: REGION })).toBeVisible()
      // A report with a wide table opens so, and says it; a choice is kept over that.
      await expect(
        page.getByText('Pleine largeur (F9)\u00a0: un tableau a 21 colonnes'),
      ).toBeVisible()
      const menu = page.getByRole('navigation', { name: 'Menu principal' })
      await expect(menu).toBeHidden()
      await changerVue(page, /^Pleine largeur/)
      await expect(menu).toBeVisible()
      await page.reload()
      await expect(tableau(page)).toBeVisible()
      await expect(menu).toBeVisible()
      await changerVue(page, /^Pleine largeur/)
      await changerVue(page, /^Compact/)
      await expect(page.getByRole('region', { name: REGION })).toBeHidden()
      await expect(page.getByRole('navigation', { name: 'Menu principal' })).toBeHidden()
      await page.reload()
      await expect(tableau(page)).toBeVisible()
      await expect(page.getByRole('region', { name: REGION })).toBeHidden()
      await expect(tableau(page).getByRole('columnheader', { name: 'Masculin' })).toHaveCount(7)
      const { x, width } = await boite(tableau(page))
      expect(x + width).toBeLessThanOrEqual(LARGE.width)
      const { height, width: large } = await boite(caseDe(page, 'Catégorie A', 'Masculin').first())
      expect(height).toBeGreaterThanOrEqual(24)
      expect(large).toBeGreaterThanOrEqual(24)
      await page.getByRole('button', { name: 'Ouvrir le menu' }).click()
      await expect(page.getByRole('navigation', { name: 'Menu principal' })).toBeVisible()
      await page.keyboard.press('Escape')
      await page.getByRole('link', { name: 'Retour aux saisies' }).click()
      await expect(page.getByRole('navigation', { name: 'Menu principal' })).toBeVisible()
    })

    test('F9 donne la largeur et Maj + F9 resserre, sans quitter la case', async ({ as }) => {
      const page = await as('cah-r04-01')
      await ouvrir(page)
      const champ = caseDe(page, 'Catégorie C', 'Féminin').first()
      await champ.focus()
      const avant = await boite(champ)
      await page.keyboard.press('Shift+F9')
      await expect.poll(async () => (await boite(champ)).height).toBeLessThan(avant.height)
      // So wide a table opened over the whole window.
      const menu = page.getByRole('navigation', { name: 'Menu principal' })
      await page.keyboard.press('F9')
      await expect(menu).toBeVisible()
      await expect(champ).toBeFocused()
      await page.keyboard.press('F9')
      await expect(menu).toBeHidden()
      await expect(champ).toBeFocused()
      await page.keyboard.press('Shift+F9')
      await expect.poll(async () => (await boite(champ)).height).toBe(avant.height)
    })

    test('les intitulés restent en vue quand le tableau défile, dans les deux sens de lecture', async ({
      as,
    }) => {
      for (const direction of ['ltr', 'rtl']) {
        const page = await as('cah-r04-01')
        await page.addInitScript(
          `localStorage.setItem('settings', JSON.stringify({ direction: '${direction}' }))`,
        )
        await ouvrir(page, TELEPHONE)
        const region = page.getByRole('region', { name: REGION })
        const premiere = tableau(page).getByRole('rowheader', { name: 'Catégorie E' })
        const dernier = caseDe(page, 'Catégorie E', 'Féminin').last()
        await dernier.focus()
        const cadre = await boite(region)
        const entete = await boite(premiere)
        const ecart =
          direction === 'ltr'
            ? entete.x - cadre.x
            : cadre.x + cadre.width - (entete.x + entete.width)
        expect(Math.abs(ecart)).toBeLessThanOrEqual(1)
        expect(entete.width).toBeLessThanOrEqual(0.35 * TELEPHONE.width)
        const colonne = tableau(page).getByRole('columnheader', { name: 'Total' }).last()
        await region.evaluate((element) => (element.scrollTop = element.scrollHeight))
        expect((await boite(colonne)).y).toBeGreaterThanOrEqual((await boite(region)).y)
        await page.context().close()
      }
    })

    test('sur un téléphone, la barre et la case active laissent les trois quarts de l’écran', async ({
      as,
    }) => {
      const page = await as('cah-r04-01')
      await ouvrir(page, TELEPHONE)
      await caseDe(page, 'Catégorie A', 'Masculin').first().focus()
      const panneau = page.getByRole('region', { name: 'Case active' })
      expect((await boite(panneau)).y).toBeGreaterThanOrEqual(0.75 * TELEPHONE.height)
      // A cell touched at the foot of the page comes out from under the panel that it brings.
      const touchee = caseDe(page, 'Catégorie E', 'Féminin').first()
      await touchee.evaluate((champ) => champ.scrollIntoView({ block: 'end', inline: 'center' }))
      const avant = await boite(touchee)
      await page.evaluate(`scrollBy(0, ${avant.y + avant.height - TELEPHONE.height + 60})`)
      await touchee.evaluate((champ) => champ.focus({ preventScroll: true }))
      await expect(async () => {
        const { y, height } = await boite(touchee)
        expect(y + height).toBeLessThanOrEqual((await boite(panneau)).y)
      }).toPass()
    })

    test('sur un téléphone, la case, sa ligne et la suivante restent en vue sous ses options dépliées', async ({
      as,
    }) => {
      const page = await as('cah-r04-01')
      await ouvrir(page, TELEPHONE)
      const touchee = caseDe(page, 'Catégorie C', 'Féminin').first()
      await touchee.focus()
      const panneau = page.getByRole('region', { name: 'Case active' })
      await panneau.getByRole('button', { expanded: false }).click()
      await expect(page.getByRole('textbox', { name: 'Commentaire' })).toBeVisible()
      const suivante = caseDe(page, 'Catégorie D', 'Féminin').first()
      await expect(async () => {
        const { y } = await boite(panneau)
        expect(y).toBeGreaterThanOrEqual(TELEPHONE.height / 2)
        expect((await boite(touchee)).y).toBeGreaterThanOrEqual(0)
        expect((await boite(suivante)).y).toBeLessThan(y)
      }).toPass()
      // What is left to do takes the place of the options, and gives it back. Both stay where
      // there is room.
      const reste = page.getByRole('region', { name: 'Ce qui reste à faire' })
      const problemes = page
        .getByRole('region', { name: 'État du rapport' })
        .getByRole('button', { expanded: false })
      await problemes.click()
      await expect(reste).toBeVisible()
      await expect(page.getByRole('textbox', { name: 'Commentaire' })).toBeHidden()
      await panneau.getByRole('button', { expanded: false }).click()
      await expect(reste).toBeHidden()
      await page.setViewportSize(LARGE)
      await panneau.getByRole('button', { expanded: true }).click()
      await expect(reste).toBeVisible()
      await panneau.getByRole('button', { expanded: false }).click()
      await expect(page.getByRole('textbox', { name: 'Commentaire' })).toBeVisible()
      await expect(reste).toBeVisible()
    })

    test('sur un téléphone, ce qui se dit d’une case en la quittant ne déplace pas ce que l’on presse', async ({
      as,
    }) => {
      const page = await as('cah-r04-01')
      await ouvrir(page, TELEPHONE)
      const champ = caseDe(page, 'Catégorie C', 'Féminin').first()
      await champ.fill('douze')
      const panneau = page.getByRole('region', { name: 'Case active' })
      const nom = panneau.getByRole('button', { name: /^Catégorie C/ })
      const { y } = await boite(nom)
      await nom.click()
      await expect(nom).toHaveAttribute('aria-expanded', 'true')
      await nom.click()
      await expect(panneau.getByText(/nombre entier/)).toBeVisible()
      expect((await boite(nom)).y).toBe(y)
      await champ.fill('')
    })

    test('sur un téléphone, la relecture dit chaque section sans défiler ni couper un mot', async ({
      as,
    }) => {
      const page = await as('cah-r04-01')
      await ouvrir(page, TELEPHONE)
      await page.getByRole('button', { name: 'Relire et soumettre' }).click()
      const sections = page.getByRole('table', { name: 'Sections' })
      const ligne = sections.getByRole('row', { name: /^Effectif présent/ })
      const haut = await boite(ligne.getByRole('cell').first())
      expect((await boite(ligne.getByRole('cell').last())).y).toBeGreaterThanOrEqual(
        haut.y + haut.height,
      )
      expect((await boite(sections)).width).toBeLessThanOrEqual(TELEPHONE.width)
      await expect(page.getByRole('region', { name: 'Sections' })).toBeHidden()
    })
  })
