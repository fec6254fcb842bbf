import { readFileSync } from 'node:fs'
import { expect, test } from './gens.ts'

test('le journal se filtre par l’adresse, dit qui a fait quoi, et s’exporte', async ({ as }) => {
  const page = await as('dpps')
  const faux = { identifiant: 'dr-r02', password: 'ce n’est pas le bon' }
  await page.request.post('/api/utilisateur/connexion', { data: faux })
  await page.goto('/dashboard/app')
  await page.getByRole('link', { name: 'Journal', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Journal' })).toBeVisible()
  await page
    .getByRole('combobox', { name: 'Action' })
    .selectOption({ label: 'Connexion refusée\u00A0: identifiant ou mot de passe incorrect' })
  await expect(page).toHaveURL(/action=CONNEXION_ECHOUEE/)
  await page.getByRole('textbox', { name: 'Personne' }).fill('dr-r02')
  await page.getByRole('textbox', { name: 'Personne' }).press('Enter')
  await expect(page).toHaveURL(/utilisateur=dr-r02/)
  const ligne = page.getByRole('row', { name: /Connexion refusée/ })
  await expect(ligne).toHaveCount(1)
  await expect(ligne).toContainText('dr-r02')
  await page.reload()
  await expect(ligne).toHaveCount(1)
  const [telechargement] = await Promise.all([
    page.waitForEvent('download'),
    page
      .getByRole('button', { name: 'Exporter' })
      .click()
      .then(() => page.getByRole('menuitem', { name: 'Exporter en CSV' }).click()),
  ])
  expect(telechargement.suggestedFilename()).toMatch(/^journal-\d{4}-\d{2}-\d{2}\.csv$/)
  const csv = readFileSync(await telechargement.path(), 'utf8')
  expect(csv.split('\r\n').filter(Boolean)).toHaveLength(2)
  expect(csv).toContain('CONNEXION_ECHOUEE')
  await page.getByRole('button', { name: 'Effacer les filtres' }).click()
  await expect(page).toHaveURL(/\/dashboard\/journal$/)
  await expect(page.getByRole('searchbox', { name: 'Rechercher dans le journal' })).toBeFocused()
  await expect(page.getByRole('row').filter({ hasText: 'Journal exporté' })).toBeVisible()
})

test('qui n’a pas le droit n’a pas le journal au menu, et son adresse dit à qui il est', async ({
  as,
}) => {
  const page = await as('dr-r02')
  await page.goto('/dashboard/journal')
  await expect(page.getByRole('main')).toContainText(
    'Cet écran est réservé à la direction centrale (DPPS) et à l’administration.',
  )
  await expect(page.getByRole('link', { name: 'Journal', exact: true })).toHaveCount(0)
})

test('un courriel parti se voit, sans son texte, et se cherche', async ({ as }) => {
  const page = await as('dpps')
  const objet = `Question ${Date.now()}`
  const data = {
    nom: 'Zoé',
    email: 'zoe@exemple.org',
    objet,
    message: 'Un texte que nul ne montre.',
  }
  await page.request.post('/api/contact', { data })
  await page.goto('/dashboard/courriels')
  await page.getByRole('searchbox').fill(objet)
  await page.getByRole('main').getByRole('button', { name: 'Rechercher' }).click()
  const lignes = page.getByRole('row').filter({ hasText: objet })
  await expect(lignes.first()).toBeVisible()
  await expect(page.getByRole('main')).not.toContainText('que nul ne montre')
  await expect(lignes.first()).toContainText(/En attente|Envoyé/)
})
