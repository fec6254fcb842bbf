import type { Page } from '@playwright/test'
import { allerSection, caseDe, commencer, lire, numeroDe } from './formulaire.ts'
import { expect, test } from './gens.ts'

const STRUCTURE = 'CSAUV-R05-01'
const NUMERO = numeroDe('RMA', STRUCTURE)
const SUIVANTE = 'suivante'

/** From now on the server has another version of the site: its answers say so, and its pages are of it. */
async function mettreAJour(page: Page): Promise<void> {
  await page.route(
    ({ pathname }) => pathname.startsWith('/api/') && pathname !== '/api/evenements',
    async (route) => {
      const response = await route.fetch()
      const headers = { ...response.headers(), 'releve-version': SUIVANTE }
      await route.fulfill({ response, headers })
    },
  )
  await page.route(
    ({ pathname }) => pathname.startsWith('/dashboard/'),
    async (route) => {
      const response = await route.fetch()
      const body = (await response.text()).replace(
        /(<meta name="releve-version" content=")[^"]*/,
        `$1${SUIVANTE}`,
      )
      await route.fulfill({ response, body })
    },
  )
}

const versionDe = (page: Page) => page.locator('meta[name="releve-version"]')
const estAncienne = (page: Page) =>
  expect(versionDe(page)).toHaveAttribute('content', /^[\w-]{12}$/)
const estNouvelle = (page: Page) => expect(versionDe(page)).toHaveAttribute('content', SUIVANTE)
const aller = (page: Page, nom: string) =>
  page
    .getByRole('navigation', { name: 'Menu principal' })
    .getByRole('link', { name: nom, exact: true })
    .click()
const titre = (page: Page, nom: string) => page.getByRole('heading', { level: 1, name: nom })

test('une page ouverte avant une mise à jour la prend en changeant d’écran, hors de tout dialogue', async ({
  as,
}) => {
  const page = await as('dpps')
  await page.goto('/dashboard/documents')
  await expect(titre(page, 'Documents')).toBeVisible()
  await estAncienne(page)
  await mettreAJour(page)

  // It learns it from an answer; on the same screen, nothing moves.
  const apprise = page.waitForResponse(
    (reponse) => reponse.headers()['releve-version'] === SUIVANTE && reponse.url().includes('q='),
  )
  const recherche = page.getByRole('main').getByRole('searchbox')
  await recherche.fill('guide')
  await recherche.press('Enter')
  await apprise
  await expect(page).toHaveURL(/q=guide/)
  await estAncienne(page)

  // Nor while something is asked over the page.
  await page.evaluate(`{
    const question = document.createElement('dialog')
    document.body.append(question)
    question.show()
  }`)
  await aller(page, 'Structures')
  await expect(titre(page, 'Structures')).toBeVisible()
  await estAncienne(page)
  await page.evaluate(`document.querySelector('body > dialog').remove()`)

  await aller(page, 'Journal')
  await estNouvelle(page)
  await expect(page).toHaveURL('/dashboard/journal')
  await expect(titre(page, 'Journal')).toBeVisible()
  // Its address is where it was: one goes back through the same screens.
  await page.goBack()
  await expect(titre(page, 'Structures')).toBeVisible()
})

test.describe('sans réponse du serveur', () => {
  test.use({ refusAttendus: true })
  test('ce qui attend d’être enregistré part d’abord, avec la version où il a été saisi', async ({
    as,
  }) => {
    const page = await as('csauv-r05-01')
    await commencer(page, 'RMA', STRUCTURE)
    await page.goto(`/dashboard/saisies/${NUMERO}`)
    await allerSection(page, 'Incidents')
    await mettreAJour(page)
    const enregistrer = /\/api\/formulaire\/modifier/
    await page.route(enregistrer, (route) => route.abort('internetdisconnected'))
    await caseDe(page, 'Accident', 'Personnes concernées').fill('3')
    await page.keyboard.press('Tab')
    await expect(page.getByText(/non transmise/).first()).toBeVisible()
    await aller(page, 'Mes rapports')
    await expect(titre(page, 'Mes rapports')).toBeVisible()
    await estAncienne(page)
    // What had failed is sent by the report that one opens again, or just before by the screen that
    // one leaves: nothing waits then, and the report may open in the next version.
    await page.unroute(enregistrer)
    await page.goBack()
    await expect(caseDe(page, 'Accident', 'Personnes concernées')).toHaveValue('3')
    await expect
      .poll(async () => (await lire(page, NUMERO)).donnees)
      .toMatchObject({ 'INC.ACCID.NB': 3 })
    // What was said of it is read, and its calls end: at one of the next changes of screen.
    await expect(async () => {
      await aller(page, 'Mes rapports')
      await expect(titre(page, 'Mes rapports')).toBeVisible()
      await aller(page, 'Documents')
      await expect(titre(page, 'Documents')).toBeVisible()
      expect(await versionDe(page).getAttribute('content')).toBe(SUIVANTE)
    }).toPass()
    expect((await lire(page, NUMERO)).donnees).toMatchObject({ 'INC.ACCID.NB': 3 })
  })
})
