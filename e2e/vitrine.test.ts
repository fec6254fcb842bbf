import { ANNEE_PUBLIEE } from './formulaire.ts'
import { expect, test } from './gens.ts'

const PIED = { name: 'Pied de page' }

test('la page publique dit ce qu’est la plateforme, et montre l’annuaire publié', async ({
  page,
}) => {
  await page.goto('/')
  await expect(page).toHaveTitle("Relevé – Système d'information de gestion")
  const chiffres = page.locator('#annuaire')
  await expect(chiffres.getByRole('heading')).toHaveText('Derniers chiffres publiés')
  await expect(chiffres.getByRole('definition')).not.toHaveCount(0)
  await expect(page.getByRole('contentinfo')).toContainText(/version\s0/)
})

test('les données publiées sont à un geste : fichiers, tableaux, licence, dictionnaire, adresse', async ({
  page,
}) => {
  await page.goto('/')
  const section = page.locator('#annuaire')
  await section.getByText('Lire l’annuaire, reprendre ses données').click()
  await expect(section.getByRole('link', { name: /Licence Ouverte/ })).toBeVisible()
  const dictionnaire = section.getByRole('link', { name: 'datapackage.json' })
  const adresse = await dictionnaire.getAttribute('href')
  const paquet = await (await page.request.get(adresse ?? '')).json()
  await section.getByText(/^Un fichier CSV par tableau/).click()
  await expect(section.getByRole('link', { name: /^T\d/ })).toHaveCount(paquet.resources.length)
  const attendu = page.waitForEvent('download')
  await section.getByRole('link', { name: /^Classeur ODS/ }).click()
  expect((await attendu).suggestedFilename()).toBe(`annuaire-${ANNEE_PUBLIEE}.ods`)
})

test('un mois se raconte en six étapes, avec ses dates', async ({ page }) => {
  await page.goto('/')
  const etapes = page.locator('#fonctionnement').getByRole('listitem')
  await expect(etapes).toHaveCount(6)
  await expect(etapes.nth(2)).toContainText(/au plus tard le \d/)
})

test('« Se connecter » mène au tableau de bord, donc à la connexion', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('banner').getByRole('link', { name: 'Se connecter' }).click()
  await expect(page).toHaveURL('/dashboard/app')
  await expect(page.getByRole('heading', { level: 1, name: 'Connexion' })).toBeVisible()
})

test('À propos et FAQ mènent à leur section, d’une autre page aussi, et le focus avec', async ({
  page,
}) => {
  await page.goto('/')
  const pied = page.getByRole('navigation', PIED)
  await pied.getByRole('link', { name: 'FAQ' }).click()
  const faq = page.getByRole('heading', { name: 'Questions fréquentes' })
  await expect(faq).toBeFocused()
  await expect(faq).toBeInViewport()
  await page.goto('/contact-us')
  await pied.getByRole('link', { name: 'À propos' }).click()
  await expect(page).toHaveURL('/#apropos')
  await expect(page.getByRole('heading', { name: 'À propos' })).toBeFocused()
})

test('une notice s’ouvre, se ferme au clavier et rend le focus à son lien', async ({ page }) => {
  for (const adresse of ['/', '/contact-us']) {
    await page.goto(adresse)
    const lien = page.getByRole('navigation', PIED).getByRole('link', { name: 'Confidentialité' })
    await lien.click()
    const notice = page.getByRole('dialog', { name: 'Confidentialité' })
    await expect(notice).toContainText('Aucun cookie')
    await page.keyboard.press('Escape')
    await expect(notice).toHaveCount(0)
    await expect(lien).toBeFocused()
    await expect(page).toHaveURL(adresse)
  }
})

test('une notice s’ouvre par son adresse, et survit au rechargement', async ({ page }) => {
  const accueil = "Relevé – Système d'information de gestion"
  for (const [adresse, titre, nom] of [
    ['/#conditions', "Conditions d'utilisation", accueil],
    ['/?page=accessibilite', 'Déclaration d’accessibilité', accueil],
    ['/contact-us#confidentialite', 'Confidentialité', 'Contact – Relevé'],
  ] as const) {
    await page.goto(adresse.replace(/[#?].*/, ''))
    await expect(page).toHaveTitle(nom)
    await page.goto(adresse)
    await page.reload()
    await expect(page).toHaveTitle(`${titre} – Relevé`)
    const notice = page.getByRole('dialog', { name: titre })
    await expect(notice).toBeVisible()
    await notice.getByRole('button', { name: 'Fermer' }).click()
    await expect(notice).toHaveCount(0)
    await expect(page).toHaveTitle(nom)
    await expect(page).toHaveURL(new URL(adresse, page.url()).pathname)
  }
})

test('le choix du clair ou du sombre se garde d’une page à l’autre', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto('/')
  await page.getByRole('button', { name: 'Passer en sombre' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-mode', 'dark')
  await page.goto('/contact-us')
  await expect(page.locator('html')).toHaveAttribute('data-mode', 'dark')
  await expect(page.getByRole('button', { name: 'Passer en clair' })).toBeVisible()
})

test.describe('hors ligne', () => {
  test.use({ refusAttendus: true })

  test('une notice qui ne vient pas le dit, et la page reste', async ({ page, context }) => {
    await page.goto('/')
    await page.getByRole('heading', { name: 'Derniers chiffres publiés' }).waitFor()
    await context.setOffline(true)
    await page.getByRole('link', { name: 'Confidentialité' }).click()
    await expect(page.getByRole('alert')).toContainText('n’a pas pu être chargé')
    await expect(page.getByRole('heading', { level: 1 })).toBeAttached()
  })
})
