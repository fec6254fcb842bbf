import type { Page } from '@playwright/test'
import { trouverDefauts } from './axe.ts'
import { allerSection, attendreEnregistrement, caseDe, commencer, numeroDe } from './formulaire.ts'
import { expect, REFUS_ATTENDU, test } from './gens.ts'

const CAUSE = 'nombres indisponibles'

/** From now on the browser can write no number, as one whose languages are damaged: a page breaks. */
const abimer = (page: Page) =>
  page.evaluate(`Object.defineProperty(Intl.NumberFormat.prototype, 'format', {
    get() { throw new RangeError('${CAUSE}') },
  })`)

test.use({ neuf: true })

test('un écran qui ne peut s’afficher le dit, garde la trace et le menu, et laisse repartir', async ({
  as,
  erreurs,
}) => {
  const page = await as('dpps')
  await page.goto('/dashboard/journal')
  await expect(page.getByRole('heading', { level: 1, name: 'Journal' })).toBeVisible()
  await abimer(page)
  await page.getByRole('link', { name: 'Utilisateurs' }).click()

  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Une erreur est survenue')
  await expect.poll(() => erreurs.join('\n')).toContain(CAUSE)
  erreurs.length = 0
  await expect(page).toHaveURL(/\/dashboard\/utilisateurs/)
  const trace = page.getByText(`RangeError: ${CAUSE}`)
  await expect(trace).toBeHidden()
  await page.getByText('Détails techniques').click()
  await expect(trace).toBeVisible()
  expect(await trouverDefauts(page)).toEqual([])

  // What broke this screen is not carried to the next one.
  const menu = page.getByRole('navigation', { name: 'Menu principal' })
  await menu.getByRole('link', { name: 'Changer le mot de passe' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Changer le mot de passe')
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Une erreur est survenue')
  await expect.poll(() => erreurs.join('\n')).toContain(CAUSE)
  erreurs.length = 0

  await page.getByRole('link', { name: 'Revenir au tableau de bord' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Tableau de bord' })).toBeVisible()
})

test('un écran dont le programme n’arrive pas garde le menu, et se recharge', async ({
  as,
  erreurs,
}) => {
  const page = await as('dpps')
  const context = page.context()
  await page.goto('/dashboard/chgmdp')
  const menu = page.getByRole('navigation', { name: 'Menu principal' })
  await context.setOffline(true)
  await menu.getByRole('link', { name: 'Journal' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Une erreur est survenue')
  await expect(page.getByText('La connexion s’est interrompue')).toBeVisible()
  await expect(menu.getByRole('link', { name: 'Journal' })).toBeVisible()
  erreurs.length = 0

  await context.setOffline(false)
  await page.getByRole('button', { name: 'Recharger la page' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Journal' })).toBeVisible()
  // What else the page asked for meanwhile failed too, sooner or later.
  expect(erreurs.filter((dit) => !REFUS_ATTENDU.test(dit))).toEqual([])
  erreurs.length = 0
})

test('une pièce de la saisie qui n’arrive pas ne prend la place de rien', async ({
  as,
  erreurs,
}) => {
  const page = await as('poup-r01-01')
  await commencer(page, 'RMA', 'POUP-R01-01')
  await page.route(/\/assets\/(Presence|Reste|PanneauCorps)-/, (route) => route.abort())
  const absente = page.waitForEvent('requestfailed', (une) => /Presence-/.test(une.url()))
  await page.goto(`/dashboard/saisies/${numeroDe('RMA', 'POUP-R01-01')}`)
  await allerSection(page, 'Mouvement des effectifs')
  const debut = caseDe(page, 'Effectif au 1er jour du mois', 'Masculin')
  await debut.focus()
  await absente
  await page.keyboard.press('F1')
  await expect(page.getByText(/^Un problème technique/)).toBeVisible()
  await debut.fill('31')
  await attendreEnregistrement(page)

  await page.unroute(/\/assets\/(Presence|Reste|PanneauCorps)-/)
  await debut.focus()
  await page.keyboard.press('F1')
  await expect(page.getByText('Aide de la case')).toBeVisible()
  erreurs.length = 0
})

test('une feuille de style qui manque une pièce lui revient avec le réseau', async ({
  as,
  erreurs,
}) => {
  const page = await as('poup-r01-01')
  await commencer(page, 'RMA', 'POUP-R01-01')
  const style = /\/assets\/Passe-[^/]*\.css$/
  await page.route(style, (route) => route.abort())
  const manquer = () => page.waitForEvent('requestfailed', (une) => style.test(une.url()))
  const manquee = manquer().then(manquer)
  await page.goto(`/dashboard/saisies/${numeroDe('RMA', 'POUP-R01-01')}`)
  await allerSection(page, 'Mouvement des effectifs')
  // Tried once more, in vain: the server answers. What follows waits for the line.
  await manquee
  const debut = caseDe(page, 'Effectif au 1er jour du mois', 'Masculin')
  await debut.press('Control+Enter')
  const mois = page.getByRole('region', { name: 'Case active' }).getByRole('figure')
  await expect(mois).toHaveCSS('display', 'block')
  await page.context().setOffline(true)
  await debut.fill('32')
  await expect(page.getByText(/^Connexion interrompue/)).toBeVisible()

  await page.unroute(style)
  await page.context().setOffline(false)
  await expect(mois).toHaveCSS('display', 'flex')
  await expect(page.locator('link[rel=stylesheet][href*=Passe-]')).toHaveCount(1)
  erreurs.length = 0
})
