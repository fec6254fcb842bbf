import { expect, test } from './gens.ts'

test('la direction lit l’annuaire publié, chapitre par chapitre, et voit d’où vient un chiffre', async ({
  as,
}) => {
  const page = await as('dpps')
  await page.goto('/dashboard/app')
  await page.getByRole('link', { name: 'Annuaire', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Annuaire' })).toBeVisible()
  const main = page.getByRole('main')
  await expect(main.getByText('Publié', { exact: true })).toBeVisible()
  await page
    .getByRole('navigation', { name: 'Chapitres' })
    .getByRole('link', { name: /^2\./ })
    .click()
  await expect(page).toHaveURL(/chapitre=2/)
  await expect(main.getByRole('table').first()).toContainText('T2.1')
  await main
    .getByRole('button', { name: /Expliquer/ })
    .first()
    .click()
  const panneau = page.getByRole('dialog', { name: 'D’où vient ce chiffre' })
  await expect(panneau.getByRole('link', { name: /-\d{6}$/ }).first()).toBeVisible()
  await panneau.getByRole('button', { name: 'Fermer', exact: true }).click()
  await expect(panneau).toHaveCount(0)
})

test('une structure lit l’annuaire publié, et rien d’autre', async ({ as }) => {
  const page = await as('cau-r01-01')
  await page.goto('/dashboard/annuaire?chapitre=2')
  const main = page.getByRole('main')
  await expect(main.getByRole('table').first()).toBeVisible()
  await expect(
    main.getByRole('button', { name: /Arrêter|Publier|Modifier|Expliquer/ }),
  ).toHaveCount(0)
  await expect(main.getByRole('combobox', { name: 'Année' }).getByRole('option')).toHaveCount(1)
})

test('une année en cours se montre provisoire, ses textes se gardent', async ({ as }) => {
  const page = await as('dpps')
  await page.goto('/dashboard/annuaire')
  const annee = page.getByRole('combobox', { name: 'Année' })
  const courante = (await annee.getByRole('option').first().textContent()) ?? ''
  await annee.selectOption(courante)
  await expect(page.getByText('Document provisoire').first()).toBeVisible()
  await page.getByRole('button', { name: 'Modifier les textes' }).click()
  const fiche = page.getByRole('dialog', { name: 'Textes de l’annuaire' })
  const titre = `Annuaire ${courante}, ébauche`
  await fiche.getByRole('textbox', { name: 'Titre' }).fill(titre)
  await fiche.getByRole('button', { name: 'Enregistrer' }).click()
  await expect(fiche).toHaveCount(0)
  await expect(page.getByRole('main').getByText(titre)).toBeVisible()
})
