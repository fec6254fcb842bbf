import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { MOIS_COURANT, MOIS_PRECEDENT } from './formulaire.ts'
import { expect, test } from './gens.ts'

/** The last month whose reports the demonstration has: another may begin while the tests run. */
const PRECEDENT = `mois=${MOIS_PRECEDENT.mois}&annee=${MOIS_PRECEDENT.annee}`

const principal = (page: Page) => page.getByRole('main')
const matrice = (page: Page) => page.getByRole('region', { name: /^État de chaque rapport de/ })
const carres = (page: Page, nom: RegExp) => matrice(page).getByRole('link', { name: nom })
const choix = (page: Page) => page.getByRole('region', { name: 'Cases choisies' })

async function ouvrirVue(page: Page, vue: string): Promise<void> {
  await page.goto('/dashboard/app')
  await page
    .getByRole('navigation', { name: 'Parties du tableau de bord' })
    .getByRole('link', { name: vue })
    .click()
  await expect(page.getByRole('link', { name: vue })).toHaveAttribute('aria-current', 'page')
}

test('la matrice se parcourt aux flèches ; Entrée ouvre le rapport', async ({ as }) => {
  const page = await as('dpps')
  await page.goto('/dashboard/app')
  const janvier = carres(page, /^RMA janvier/).first()
  await janvier.focus()
  await page.keyboard.press('ArrowRight')
  await expect(carres(page, /^RMA février/).first()).toBeFocused()
  await page.keyboard.press('Home')
  await expect(janvier).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(janvier).not.toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expect(janvier).toBeFocused()
  const nom = await janvier.getAttribute('aria-label')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/dashboard\/saisies\/RMA-/)
  expect(nom).toMatch(/^RMA janvier \d{4}\s: /)
  await expect(page.getByRole('heading', { level: 1 })).toContainText(/janvier/i)
})

test('une case sans rapport mène à ce que les listes en disent', async ({ as }) => {
  const page = await as('admin')
  await page.goto('/dashboard/app')
  await carres(page, /Non commencé/)
    .first()
    .click()
  await expect(page).toHaveURL(/saisiesstructures\?mois=/)
  await expect(principal(page).getByText('Non commencé').first()).toBeVisible()
})

test('des cases, des lignes, des mois se choisissent, à la souris et au clavier', async ({
  as,
}) => {
  const page = await as('dpps')
  await page.goto('/dashboard/app')
  await carres(page, /Soumis/)
    .first()
    .focus()
  await page.keyboard.press('Space')
  await expect(choix(page).getByRole('status')).toHaveText(/^1\scase choisie\.$/)
  await page.keyboard.press('Space')
  await expect(choix(page).getByRole('status')).toHaveText('Aucune case choisie.')
  await carres(page, /Soumis/)
    .first()
    .click()
  await expect(carres(page, /Soumis.*, choisi$/)).toHaveCount(1)
  await choix(page).getByRole('button', { name: 'Tout désélectionner' }).click()
  const ligne = matrice(page).getByRole('checkbox', { name: /^Choisir la ligne/ })
  await ligne.first().check()
  await expect(choix(page).getByRole('status')).toHaveText(/^\d+\scases choisies\.$/)
  await ligne.first().uncheck()
  await expect(choix(page).getByRole('status')).toHaveText('Aucune case choisie.')
  const mois = matrice(page).getByRole('checkbox', { name: 'Choisir tout le mois janvier' })
  await mois.focus()
  await page.keyboard.press('Space')
  await expect(mois).toBeChecked()
  await page.getByRole('button', { name: 'Ne plus choisir' }).click()
  await expect(choix(page)).toHaveCount(0)
})

test('les rapports choisis se valident d’un geste, et la matrice le montre', async ({ as }) => {
  const page = await as('admin')
  await page.goto('/dashboard/app')
  const soumis = carres(page, /: Soumis$/).last()
  const adresse = await soumis.getAttribute('href')
  const sien = matrice(page).locator(`a[href="${adresse}"]`)
  await soumis.focus()
  await page.keyboard.press('Space')
  await choix(page)
    .getByRole('button', { name: /^Valider… \(1\srapport choisi\)$/ })
    .click()
  const question = page.getByRole('dialog', { name: /^Valider ce rapport/ })
  await expect(question.getByText(/^Effectif \d/)).toBeVisible()
  await question.getByRole('button', { name: 'Valider' }).click()
  await expect(question).toHaveCount(0)
  await expect(sien).toHaveAccessibleName(/: Validé(, choisi)?$/)
})

test('les filtres tiennent dans l’adresse et passent d’une partie à l’autre', async ({ as }) => {
  const page = await as('dpps')
  await page.goto('/dashboard/app')
  await page.getByLabel('Région', { exact: true }).selectOption({ label: 'Littoral' })
  await expect(page).toHaveURL(/region=R01/)
  await expect(matrice(page).getByText('Camp pénal de Belmont')).toHaveCount(0)
  await page.getByRole('link', { name: 'Écarts d’effectif' }).click()
  await expect(page).toHaveURL(/region=R01&vue=ecarts/)
  await expect(page.getByRole('heading', { name: /^Écarts d’effectif/ })).toBeVisible()
  await page.goBack()
  await expect(matrice(page)).toBeVisible()
})

test('un graphique a sa phrase, ses chiffres, son fichier CSV et son image', async ({ as }) => {
  const page = await as('dpps')
  await ouvrirVue(page, 'Complétude et promptitude')
  const figure = page.getByRole('figure', { name: /^Complétude par région/ })
  await expect(figure).toHaveAccessibleName(/\d\s%.*\(.+\)\.$/)
  await figure.getByText('Voir les chiffres').click()
  await expect(figure.getByRole('row', { name: /^Littoral/ })).toBeVisible()

  const exporter = figure.getByRole('button', { name: /^Exporter le graphique/ })
  const recevoir = async (choisi: string) => {
    await exporter.click()
    const [fichier] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: choisi }).click(),
    ])
    return { nom: fichier.suggestedFilename(), octets: await readFile(await fichier.path()) }
  }
  const csv = await recevoir('Les chiffres, en CSV')
  expect(csv.nom).toMatch(/^completude-regions-\d{4}\.csv$/)
  expect(csv.octets.toString()).toMatch(/^\ufeffRégion;Complétude[^;]*;Promptitude[^;]*\r\n/)
  const png = await recevoir('L’image, en PNG')
  expect(png.nom).toMatch(/\.png$/)
  expect(png.octets.subarray(1, 4).toString()).toBe('PNG')
  // Twice the width of the drawing, at least: it stays sharp.
  expect(png.octets.readUInt32BE(16)).toBeGreaterThan(600)
})

test('d’un écart d’effectif, on ouvre le rapport', async ({ as }) => {
  const page = await as('admin')
  await page.goto(`/dashboard/app?vue=ecarts&${PRECEDENT}`)
  // The address holds it: it is checked once the address says so.
  await page.getByRole('checkbox', { name: 'Anomalie' }).click()
  await expect(page).toHaveURL(/niveaux=ANOMALIE/)
  const lignes = principal(page).getByRole('row').filter({ hasText: 'Anomalie' })
  await expect(lignes.filter({ hasText: /[+−]\d/ }).first()).toBeVisible()
  await principal(page).getByRole('link', { name: 'RMA', exact: true }).first().click()
  await expect(page).toHaveURL(/\/dashboard\/saisies\/RMA-/)
})

test('les retards disent depuis combien de jours, et pour quels mois', async ({ as }) => {
  const page = await as('dpps')
  await page.goto('/dashboard/app')
  await page
    .getByRole('list', { name: 'Ce qui attend' })
    .getByRole('link', { name: /En retard/ })
    .click()
  await expect(page).toHaveURL(/vue=retards&statut=EN_RETARD/)
  await expect(
    principal(page)
      .getByText(/manque depuis \d+\sjours?/)
      .first(),
  ).toBeVisible()
})

test('les tendances vont sur vingt-quatre mois, sans montrer zéro là où rien n’est su', async ({
  as,
}) => {
  const page = await as('dpps')
  await ouvrirVue(page, 'Tendances')
  const figure = page.getByRole('figure', { name: /^Effectif, État mensuel/ }).first()
  await figure.getByText('Voir les chiffres').click()
  await expect(figure.getByRole('row')).toHaveCount(25)
  // Until the end of the first year of the collection: nothing is known of the one before.
  await page.goto(`/dashboard/app?vue=series&annee=${MOIS_COURANT.annee - 2}`)
  await figure.getByText('Voir les chiffres').click()
  await expect(figure.getByRole('row')).toHaveCount(25)
  const inconnus = figure.getByRole('row').filter({ hasText: '—' })
  await expect(inconnus).toHaveCount(12)
})

test('une structure voit ses chiffres auprès de son passé', async ({ as }) => {
  const page = await as('cah-r04-01')
  await page.goto('/dashboard/app')
  await expect(
    page.getByRole('heading', { name: 'Effectifs qui ne suivent pas du rapport précédent' }),
  ).toBeVisible()
  await page.getByText('Mes chiffres sur vingt-quatre mois').click()
  await expect(page.getByRole('figure', { name: /^Effectif, / }).first()).toBeVisible()
})

test('de la matrice et des retards, on relance ce qui manque', async ({ as }) => {
  const page = await as('dpps')
  await page.goto('/dashboard/app')
  // Of the month that runs: what is late, the calendar may have reminded of today.
  await carres(page, /: Non commencé$/)
    .first()
    .focus()
  await page.keyboard.press('Space')
  await choix(page).getByRole('button', { name: 'Relancer 1 rapport' }).click()
  const question = page.getByRole('dialog', { name: /^Relancer \d+\srapport|rapport à relancer$/ })
  await expect(question.getByRole('status')).toContainText('1 rapport')
  await page.keyboard.press('Escape')
  await expect(question).toHaveCount(0)

  await page.goto('/dashboard/app?vue=retards&statut=EN_RETARD')
  await principal(page)
    .getByRole('button', { name: /^Relancer\s:/ })
    .first()
    .click()
  await expect(question).toBeVisible()
})

test('d’un lot refusé en partie, on lit lequel est laissé de côté, et pourquoi', async ({ as }) => {
  const page = await as('dpps')
  await page.goto('/dashboard/app')
  const soumis = carres(page, /: Soumis$/).first()
  const adresse = await soumis.getAttribute('href')
  const sien = matrice(page).locator(`a[href="${adresse}"]`)
  await soumis.focus()
  await page.keyboard.press('Space')
  await choix(page)
    .getByRole('button', { name: /^Valider… \(1\srapport choisi\)$/ })
    .press('Enter')
  const valider = page.getByRole('dialog', { name: /^Valider ce rapport/ })
  // What is accepted is read first: until then the button waits.
  await expect(valider.getByText(/^Effectif \d/)).toBeVisible()
  await valider.getByRole('button', { name: 'Valider' }).press('Enter')
  await expect(valider).toHaveCount(0)
  await expect(sien).toHaveAccessibleName(/: Validé(, choisi)?$/)

  await choix(page).getByRole('button', { name: 'Tout désélectionner' }).press('Enter')
  await sien.focus()
  await page.keyboard.press('Space')
  // Another one, that the administration validated.
  const autre = matrice(page).locator(`a[aria-label$=": Validé"]:not([href="${adresse}"])`)
  await autre.first().focus()
  await page.keyboard.press('Space')
  await choix(page)
    .getByRole('button', { name: /^Approuver… \(2\srapports choisis\)$/ })
    .press('Enter')
  const approuver = page.getByRole('dialog', { name: /^Approuver 1\srapport sur 2/ })
  await expect(approuver.getByText(/^1\srapport choisi est laissé de côté$/)).toBeVisible()
  const ecarte = approuver.getByRole('listitem').filter({ hasText: 'vous l’avez validé vous-même' })
  await expect(ecarte).toHaveCount(1)
  // What it did is told line by line, and stays with what it left.
  await expect(approuver.getByText(/^Effectif \d/)).toBeVisible()
  await approuver.getByRole('button', { name: 'Approuver' }).press('Enter')
  await expect(approuver.getByText('Approuvé', { exact: true }).first()).toBeVisible()
  await expect(ecarte).toBeVisible()
  // The button pressed has gone: the focus is on the one that is left, not on the page behind.
  await expect(approuver.getByRole('button', { name: 'Fermer' }).first()).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(approuver).toHaveCount(0)
})

test('« À examiner » mène d’un rapport au suivant, et en ramène', async ({ as }) => {
  const page = await as('dpps')
  await page.goto('/dashboard/app?vue=examen')
  const liens = principal(page).getByRole('table').first().locator('a[href^="/dashboard/saisies/"]')
  await expect(liens.first()).toBeVisible()
  const toutes = await liens.evaluateAll((tous) => tous.map((lien) => lien.getAttribute('href')))
  const adresses = [...new Set(toutes)]
  expect(adresses.length).toBeGreaterThan(1)
  await liens.first().click()
  await expect(page).toHaveURL(adresses[0] ?? '')
  // Read again, or given a newer version, the page still knows what follows.
  await page.reload()
  await page.getByRole('link', { name: 'Rapport suivant à examiner' }).click()
  await expect(page).toHaveURL(adresses[1] ?? '')
  await page.getByRole('link', { name: 'Retour à «\u00a0À examiner\u00a0»' }).click()
  await expect(page).toHaveURL('/dashboard/app?vue=examen')
})

test('une adresse partagée, le rechargement et le retour rendent la même vue', async ({ as }) => {
  const page = await as('dpps')
  const filtres = `niveaux=CONFORME&region=R01&modele=EPM&${PRECEDENT}`
  const adresse = `/dashboard/app?vue=ecarts&${filtres}`
  const montrees = () => principal(page).getByRole('table').first().getByRole('row').allInnerTexts()
  const attendre = async () => {
    await expect(page.getByRole('checkbox', { name: 'Conforme' })).toBeChecked()
    await expect(page.getByLabel('Région', { exact: true })).toHaveValue('R01')
    await expect(page.getByLabel('Modèle', { exact: true })).toHaveValue('EPM')
    await expect(principal(page).getByRole('link', { name: 'EPM' }).first()).toBeVisible()
  }
  await page.goto(adresse)
  await attendre()
  const vues = await montrees()
  await page.reload()
  await attendre()
  expect(await montrees()).toEqual(vues)
  await principal(page).getByRole('link', { name: 'EPM' }).first().click()
  await expect(page).toHaveURL(/\/dashboard\/saisies\/EPM-/)
  await page.goBack()
  await expect(page).toHaveURL(adresse)
  await attendre()
  expect(await montrees()).toEqual(vues)
})
