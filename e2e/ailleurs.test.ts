import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { deposerDhis2, deposerXlsform, json } from './ailleurs.ts'
import { expect, test } from './gens.ts'

const MODELES = '/dashboard/parametres?onglet=modeles'

test('un questionnaire XLSForm dit ce qu’il devient, puis devient un brouillon', async ({ as }) => {
  const page = await as('dpps')
  await page.goto(MODELES)
  await deposerXlsform(page)
  const boite = page.getByRole('dialog')
  const constats = boite.getByRole('table', { name: 'Ce que devient chaque partie' })
  await expect(constats).toContainText('Laissé')
  await expect(constats.getByRole('row', { name: /^Cases du suivi/ })).toBeVisible()
  await expect(constats.getByText('Compris', { exact: true })).toHaveCount(0)
  await boite.getByRole('checkbox', { name: /^Compris/ }).check()
  await expect(constats.getByText('Compris', { exact: true }).first()).toBeVisible()
  await boite.getByRole('textbox', { name: /^Code du modèle/ }).fill('VENU')
  await boite.getByRole('button', { name: 'Commencer le brouillon' }).click()
  await expect(boite).toHaveCount(0)
  const plan = page.getByRole('navigation', { name: 'Plan du modèle' })
  await expect(plan.getByRole('button', { name: /^Activité/ })).toBeVisible()

  await page.goto(MODELES)
  const modele = page.getByRole('region', { name: /VENU$/ })
  await modele.getByRole('button', { name: 'Supprimer le brouillon' }).click()
  const suppression = page.getByRole('dialog', { name: /^Supprimer le brouillon/ })
  await suppression.getByRole('button', { name: 'Supprimer', exact: true }).click()
  await expect(modele).toHaveCount(0)
})

test('un jeu de données de DHIS2 donne ses structures, se publie, et reprend ses mois passés', async ({
  as,
}) => {
  const page = await as('dpps')
  await page.goto(MODELES)
  const boite = await deposerDhis2(page)
  const jeu = boite.getByRole('combobox', { name: 'Questionnaire à reprendre' })
  const titre = boite.getByRole('heading', { name: /^Ce que deviendrait/ })
  await jeu.selectOption('Bilan')
  await expect(titre).toContainText('Bilan')
  await jeu.selectOption('Visites à domicile')
  await expect(titre).toContainText('Visites à domicile')
  await expect(boite).toContainText('2 unités d’organisation sont nommées')
  const telechargement = page.waitForEvent('download')
  await boite.getByRole('button', { name: 'Tirer le tableur des structures' }).click()
  const fichier = await telechargement
  expect(fichier.suggestedFilename()).toMatch(/\.csv$/)
  expect(await readFile(await fichier.path(), 'utf8')).toContain('Centre d’accueil 2')

  await boite.getByRole('button', { name: 'Commencer le brouillon' }).click()
  await expect(boite).toHaveCount(0)
  // None of its cells is a headcount, nor need be.
  await expect(page.getByRole('link', { name: 'Corrections', exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Publier', exact: true }).click()
  const publication = page.getByRole('dialog', { name: /^Publier/ })
  await publication.getByRole('button', { name: 'Publier cette version' }).click()
  await expect(publication).toHaveCount(0)

  await page.getByRole('button', { name: 'Actes sur VISITES' }).click()
  await page.getByRole('menuitem', { name: 'Reprendre les mois passés (DHIS2)' }).click()
  const reprise = page.getByRole('dialog')
  const valeur = { dataElement: 'deFoyers001', orgUnit: 'ouInconnue1', value: '12' }
  await reprise
    .locator('input[type=file]')
    .setInputFiles(json('valeurs.json', { dataValues: [{ ...valeur, period: '202503' }] }))
  await expect(reprise).toContainText('Aucune structure n’a le code «\u00a0OUINCONNUE1\u00a0»')
  await expect(reprise.getByRole('button', { name: /^Importer/ })).toHaveAttribute(
    'aria-disabled',
    'true',
  )
  await choisirUneCombinaison(page, reprise)
  await reprise.getByRole('button', { name: 'Annuler' }).click()
  await expect(reprise).toHaveCount(0)
})

/** A file of two projects: which one is asked, by keys and on a telephone too, before any line is judged. */
async function choisirUneCombinaison(page: Page, reprise: Locator) {
  await page.setViewportSize({ width: 360, height: 740 })
  const dataValues = ['ProjetAaaa1', 'ProjetBbbb1'].map((attributeOptionCombo) => ({
    dataElement: 'deFoyers001',
    orgUnit: 'ouInconnue1',
    period: '202503',
    value: '5',
    attributeOptionCombo,
  }))
  await reprise.locator('input[type=file]').setInputFiles(json('deux-projets.json', { dataValues }))
  const choix = reprise.getByRole('combobox', { name: 'Combinaison d’attributs à reprendre' })
  await expect(choix).toBeVisible()
  await expect(choix.getByRole('option')).toHaveText([
    'Choisir…',
    'ProjetAaaa1 (1\u00a0valeur)',
    'ProjetBbbb1 (1\u00a0valeur)',
    'La somme de toutes',
  ])
  const etat = reprise.getByRole('status').filter({ hasText: /^Choisissez d’abord la combinaison/ })
  await expect(etat).toBeVisible()
  await expect(reprise.getByRole('table')).toHaveCount(0)
  await expect(reprise.getByRole('button', { name: /^Importer/ })).toHaveAttribute(
    'aria-disabled',
    'true',
  )
  await choix.focus()
  await choix.press('End')
  await expect(reprise).toContainText('Aucune structure n’a le code «\u00a0OUINCONNUE1\u00a0»')
  await expect(choix).toHaveValue('*')
  await expect(choix).toBeFocused()
  await expect(choix.getByRole('option', { name: 'Choisir…' })).toHaveCount(0)
  const deborde = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')
  expect(deborde).toBeLessThanOrEqual(0)
}

test.describe('un fichier d’autre chose', () => {
  test.use({ refusAttendus: true })

  test('est refusé dans la boîte, et rien n’est commencé', async ({ as }) => {
    const page = await as('dpps')
    await page.goto(MODELES)
    await page.getByRole('button', { name: 'Reprendre d’ailleurs' }).click()
    const boite = page.getByRole('dialog')
    await boite
      .locator('input[type=file]')
      .setInputFiles(json('autre.json', { recettes: ['tarte'] }))
    await expect(boite).toContainText('ce fichier n’est pas un questionnaire qui se lit')
    await expect(boite.getByRole('button', { name: 'Commencer le brouillon' })).toHaveAttribute(
      'aria-disabled',
      'true',
    )
  })
})
