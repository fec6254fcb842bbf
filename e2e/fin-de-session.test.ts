import type { Page } from '@playwright/test'
import { expect, MOT_DE_PASSE, test } from './gens.ts'

const ECRAN = '/dashboard/saisiesstructures'
const MINUTE = 60_000

/** What the browser knows of the ends of its session, moved as if time had passed. */
async function ecrireFins(page: Page, inactivite: number, absolue: number): Promise<void> {
  await page.evaluate(
    ([bientot = 0, fin = 0]) => {
      const auth = JSON.parse(localStorage.getItem('auth') ?? '{}') as Record<string, unknown>
      const dans = (ms: number) => new Date(Date.now() + ms).toISOString()
      auth['dateFinSession'] = dans(fin)
      auth['dateExpirationSession'] = bientot === fin ? auth['dateFinSession'] : dans(bientot)
      localStorage.setItem('auth', JSON.stringify(auth))
    },
    [inactivite, absolue],
  )
}

async function finirDans(page: Page, inactivite: number, absolue: number): Promise<void> {
  await ecrireFins(page, inactivite, absolue)
  await page.reload()
}

const titre = (page: Page) =>
  page.getByRole('heading', { level: 1, name: 'Rapports des structures' })
const avis = (page: Page) => page.getByRole('region', { name: 'Fin de session' })

test('prévenue avant la fin, la personne reste connectée, dans tous ses onglets', async ({
  as,
}) => {
  const page = await as('csoc-r06-01')
  await page.goto(ECRAN)
  await expect(titre(page)).toBeVisible()
  await expect(avis(page)).toBeHidden()
  await finirDans(page, 4.9 * MINUTE, 60 * MINUTE)
  await expect(avis(page).getByRole('alert')).toHaveText(/^Votre session expire dans 5\sminutes\.$/)
  // An open dialog does not put it out of reach.
  await expect(titre(page)).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('dialog', { name: 'Rechercher' })).toBeVisible()
  await expect(avis(page)).toBeVisible()
  const onglet = await page.context().newPage()
  await onglet.goto(ECRAN)
  await expect(avis(onglet)).toBeVisible()
  await avis(page).getByRole('button', { name: 'Rester connecté' }).click()
  await expect(avis(page)).toBeHidden()
  await expect(avis(onglet)).toBeHidden()
})

test('la fin qui ne se repousse pas propose de se reconnecter, ou d’attendre', async ({ as }) => {
  const page = await as('csoc-r06-01')
  await page.goto(ECRAN)
  await expect(titre(page)).toBeVisible()
  await finirDans(page, 2.5 * MINUTE, 2.5 * MINUTE)
  const reconnecter = avis(page).getByRole('button', { name: 'Se reconnecter maintenant' })
  await reconnecter.click()
  const dialogue = page.getByRole('dialog', { name: 'Se reconnecter' })
  await dialogue.getByRole('button', { name: 'Plus tard' }).click()
  await expect(dialogue).toBeHidden()
  await reconnecter.click()
  await dialogue.getByLabel('Mot de passe', { exact: true }).fill(MOT_DE_PASSE)
  await page.keyboard.press('Enter')
  await expect(dialogue).toBeHidden()
  await expect(avis(page)).toBeHidden()
})

test('la session finie d’elle-même se reprend sur place, sans rien perdre de ce qui est tapé', async ({
  as,
}) => {
  const page = await as('csoc-r06-01')
  await page.goto(ECRAN)
  await expect(titre(page)).toBeVisible()
  const champ = page.getByRole('searchbox')
  await champ.fill('alizés')
  // Told by another tab, so that nothing has to be loaded before the end comes.
  const onglet = await page.context().newPage()
  await onglet.goto('/404')
  await ecrireFins(onglet, 2000, 2000)
  const dialogue = page.getByRole('dialog', { name: 'Votre session a expiré' })
  await expect(dialogue).toBeVisible()
  await dialogue.getByLabel('Mot de passe', { exact: true }).fill(MOT_DE_PASSE)
  await page.keyboard.press('Enter')
  await expect(dialogue).toBeHidden()
  await expect(champ).toHaveValue('alizés')
  await expect(page).toHaveURL(new RegExp(ECRAN))
})
