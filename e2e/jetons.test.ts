import type { APIRequestContext, Page } from '@playwright/test'
import { formulaireApi } from '@releve/contract/formulaire/formulaire.api.ts'
import { trouverDefauts } from './axe.ts'
import { expect, MOT_DE_PASSE, test } from './gens.ts'

const NOM = 'Tableur du mois'
const bouton = (page: Page, name: string | RegExp) => page.getByRole('button', { name })

/** How a program is answered that lists the month's reports, or tries to enter in one. */
const appeler = async (requetes: APIRequestContext, jeton: string) => {
  const headers = { authorization: `Bearer ${jeton}` }
  const lu = await requetes.get('/api/formulaire/lister/MARCH/2025', { headers })
  const { method, path } = formulaireApi.modifierFormulaire
  const saisi = await requetes.fetch(`/api${path}`, { method, headers, data: {} })
  return [lu.status(), saisi.status()]
}

/** Fills the form in by the keyboard alone, once it has said what it lacks; gives the token. */
async function creer(page: Page): Promise<string> {
  await bouton(page, 'Créer un jeton').press('Enter')
  const fiche = page.getByRole('dialog', { name: 'Créer un jeton de programme' })
  await bouton(page, 'Créer le jeton').press('Enter')
  const nom = fiche.getByRole('textbox', { name: 'Nom du jeton' })
  await expect(nom).toHaveAccessibleDescription(/Donnez un nom/)
  await nom.fill(NOM)
  await fiche.getByRole('combobox', { name: 'Durée' }).selectOption('30 jours')
  await fiche.getByRole('checkbox', { name: 'Lire les rapports' }).press('Space')
  await fiche.getByRole('textbox', { name: /^Réseaux/ }).fill('chez moi')
  await fiche.getByLabel('Mot de passe', { exact: true }).fill(MOT_DE_PASSE)
  await page.keyboard.press('Enter')
  await expect(fiche.getByText(/sous sa forme CIDR/).first()).toBeVisible()
  await fiche.getByRole('textbox', { name: /^Réseaux/ }).fill('127.0.0.0/8\n::/0')
  await bouton(page, 'Créer le jeton').press('Enter')
  const neuf = page.getByRole('dialog', { name: 'Votre jeton' })
  const jeton = await neuf.getByRole('textbox', { name: `Jeton « ${NOM} »` }).inputValue()
  expect(jeton).toMatch(/^rlv_/)
  expect(await trouverDefauts(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(neuf).toHaveCount(0)
  return jeton
}

// Wrong once, it is refused: the browser says so.
test.use({ refusAttendus: true })

test('un jeton se crée, n’est montré qu’une fois, n’ouvre que ce qui est coché, et se révoque', async ({
  as,
  request,
}) => {
  const page = await as('cau-r01-01')
  await page.goto('/dashboard/compte')
  await page.getByRole('link', { name: 'Mes jetons de programme' }).press('Enter')
  await expect(page).toHaveTitle('Mes jetons de programme – Relevé')
  await expect(page.getByText('Vous n’avez aucun jeton.')).toBeVisible()
  const jeton = await creer(page)
  const ligne = page.getByRole('row', { name: new RegExp(NOM) })
  await expect(ligne).toContainText('Valable')
  await expect(ligne).toContainText('Jamais')
  expect(await page.content()).not.toContain(jeton.slice(4))
  expect(await appeler(request, jeton)).toEqual([200, 403])
  await page.reload()
  await expect(ligne).toContainText('depuis 127.0.0.1')
  await page.setViewportSize({ width: 360, height: 740 })
  expect(await trouverDefauts(page)).toEqual([])

  const direction = await as('dpps')
  await direction.goto('/dashboard/utilisateurs')
  await direction.getByRole('link', { name: 'Jetons de programme' }).press('Enter')
  await expect(direction).toHaveTitle('Jetons de programme – Relevé')
  await direction.getByRole('searchbox').fill(NOM)
  await bouton(direction, new RegExp(`^Révoquer « ${NOM} »`)).press('Enter')
  const question = direction.getByRole('dialog', { name: `Révoquer « ${NOM} »` })
  await bouton(direction, 'Révoquer').last().press('Enter')
  await expect(question).toHaveCount(0)
  await expect(direction.getByRole('row', { name: new RegExp(NOM) })).toContainText('Révoqué')
  expect(await appeler(request, jeton)).toEqual([401, 401])
})

test('changer de mot de passe demande ce que deviennent ses jetons, s’il y en a', async ({
  as,
}) => {
  const page = await as('cau-r01-01')
  await page.goto('/dashboard/chgmdp')
  const question = page.getByRole('checkbox', { name: 'Révoquer aussi mes jetons de programme' })
  await expect(bouton(page, 'Changer le mot de passe').last()).toBeVisible()
  await expect(question).toHaveCount(0)
  await page.goto('/dashboard/compte/jetons')
  await creer(page)
  await page.goto('/dashboard/chgmdp')
  await expect(question).toHaveAccessibleDescription(/Sinon, vos programmes continuent/)
  await page.goto('/dashboard/compte/jetons')
  await bouton(page, /^Révoquer « Tableur/).press('Enter')
  await bouton(page, 'Révoquer').last().press('Enter')
  await expect(page.getByRole('row', { name: /Tableur/ }).first()).toContainText('Révoqué')
})

test('interdits par un réglage, les jetons ne se créent plus, et cela se dit', async ({ as }) => {
  const direction = await as('dpps')
  await direction.goto('/dashboard/parametres?onglet=securite')
  const permettre = direction.getByRole('checkbox', { name: 'Permettre les jetons de programme' })
  const enregistrer = async () => {
    const ecrit = direction.waitForResponse(
      (reponse) =>
        reponse.url().endsWith('/parametres/securite') && reponse.request().method() === 'POST',
    )
    await bouton(direction, 'Enregistrer').press('Enter')
    expect((await ecrit).status()).toBe(200)
  }
  await permettre.uncheck()
  await enregistrer()
  const page = await as('cau-r01-01')
  await page.goto('/dashboard/compte/jetons')
  await expect(page.getByText(/ne permet pas les jetons de programme/)).toBeVisible()
  await expect(bouton(page, 'Créer un jeton')).toHaveCount(0)
  await permettre.check()
  await direction.getByRole('textbox', { name: /^Durée d’un jeton/ }).fill('10')
  await enregistrer()
  await page.reload()
  await bouton(page, 'Créer un jeton').press('Enter')
  await expect(page.getByRole('dialog').getByText(/Au plus 10\sjours/)).toBeVisible()
  await page.keyboard.press('Escape')
  await direction.getByRole('textbox', { name: /^Durée d’un jeton/ }).fill('365')
  await enregistrer()
})
