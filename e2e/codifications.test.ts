import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { allerSection, attendreEnregistrement, commencer, modifier } from './formulaire.ts'
import { expect, test } from './gens.ts'
import { champ, dialogue } from './utilisateurs.ts'

const CODES = '/dashboard/parametres?onglet=codifications'
const bouton = (page: Page, nom: string | RegExp) =>
  page.getByRole('button', { name: nom, exact: typeof nom === 'string' })
const ligne = (page: Page, code: string) => page.getByRole('row').filter({ hasText: code })

/** Adds a code by the keyboard: what that does is shown, then confirmed. */
async function ajouter(page: Page, code: string, libelle: string): Promise<void> {
  await bouton(page, 'Ajouter un code').press('Enter')
  await champ(page, 'Code').fill(code)
  await champ(page, 'Libellé').fill(libelle)
  await page.keyboard.press('Enter')
  const question = page.getByRole('dialog', { name: 'Ce qui change' })
  await expect(question).toContainText(`${code} – ${libelle}`)
  await question.getByRole('button', { name: 'Enregistrer' }).press('Enter')
  await expect(dialogue(page)).toHaveCount(0)
  await expect(ligne(page, code)).toContainText('Proposé')
}

/** An act on a code, asked first. */
async function confirmer(page: Page, acte: string): Promise<void> {
  await bouton(page, acte).click()
  await page
    .getByRole('dialog', { name: acte })
    .getByRole('button', { name: 'Enregistrer' })
    .click()
  await expect(dialogue(page)).toHaveCount(0)
}

test('une liste de codes se fait, se range, se désactive et s’échange par un tableur', async ({
  as,
}) => {
  const page = await as('dpps')
  await page.goto(CODES)
  await bouton(page, 'Créer une liste').click()
  await champ(page, 'Code de la liste').fill('SAISON')
  await champ(page, 'Nom de la liste').fill('Saisons')
  await bouton(page, 'Enregistrer la liste').click()
  await expect(dialogue(page)).toHaveCount(0)
  await expect(page).toHaveURL(/liste=SAISON/)
  await expect(page.getByText(/^Cette liste n’a pas encore de code/)).toBeVisible()

  await ajouter(page, 'SECHE', 'Saison sèche')
  await ajouter(page, 'PLUIES', 'Saison des pluies')
  await bouton(page, 'Monter PLUIES').press('Enter')
  await expect(page.getByRole('row').nth(1)).toContainText('PLUIES')
  await expect(bouton(page, 'Monter PLUIES')).toBeFocused()

  await confirmer(page, 'Désactiver SECHE')
  await expect(ligne(page, 'SECHE')).toContainText('Désactivé')
  await confirmer(page, 'Supprimer SECHE')
  await expect(ligne(page, 'SECHE')).toHaveCount(0)

  const telechargement = page.waitForEvent('download')
  await bouton(page, 'Exporter').click()
  await page.getByRole('menuitem', { name: 'Exporter en CSV' }).click()
  const exporte = await readFile(await (await telechargement).path(), 'utf8')
  const rangee = exporte.trimEnd().split('\r\n').at(-1) ?? ''
  const neuve = rangee.replace('PLUIES', 'FRAICHE').replace('Saison des pluies', 'Saison fraîche')
  await bouton(page, 'Importer').click()
  await dialogue(page)
    .locator('input[type=file]')
    .setInputFiles({
      name: 'saisons.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(`${exporte.trimEnd()}\r\n${neuve}\r\n`),
    })
  await expect(dialogue(page).getByRole('table')).toContainText('Sans changement')
  await bouton(page, /^Importer 1\s/).click()
  await expect(dialogue(page).getByText(/1\scode créé\.$/)).toBeVisible()
  await dialogue(page).getByRole('button', { name: 'Fermer', exact: true }).click()
  await expect(ligne(page, 'FRAICHE')).toContainText('Saison fraîche')
})

test.describe('un code employé', () => {
  test.use({ refusAttendus: true })

  test('ne se supprime pas, et ne change pas de sens', async ({ as }) => {
    const page = await as('dpps')
    await page.goto(`${CODES}&liste=REGION`)
    await expect(ligne(page, 'R01')).toContainText(/\d+ structure/)
    await expect(bouton(page, 'Supprimer R01')).toHaveCount(0)
    await bouton(page, 'Modifier R01').click()
    await champ(page, 'Libellé').fill('Tout autre chose')
    await bouton(page, 'Voir ce qui change').click()
    await expect(champ(page, 'Libellé')).toHaveAccessibleDescription(/l’orthographe/)
    await expect(champ(page, 'Libellé')).toHaveValue('Tout autre chose')
  })
})

/** The last month in which « Fermeture temporaire » is offered, as the settings change it. */
async function finir(page: Page, mois: string): Promise<void> {
  await page.goto(`${CODES}&liste=SITUATION_FONCT`)
  await bouton(page, 'Modifier FERME_TEMP').click()
  await dialogue(page)
    .getByRole('textbox', { name: /^Valable jusqu’à/ })
    .fill(mois)
  await bouton(page, 'Voir ce qui change').click()
  const question = page.getByRole('dialog', { name: 'Ce qui change' })
  await expect(question).toContainText(/employés par.*rapport/)
  await question.getByRole('button', { name: 'Enregistrer' }).click()
  await expect(dialogue(page)).toHaveCount(0)
}

test('un code qui prend fin reste dans le rapport qui l’a, et ne se choisit plus', async ({
  as,
}) => {
  const structure = await as('aemo-r03-01')
  const { numero } = await commencer(structure, 'RMA', 'AEMO-R03-01')
  await modifier(structure, numero, { SIT_FONCT: 'FERME_TEMP' })
  const direction = await as('dpps')
  await finir(direction, '01/2020')

  const ouvrir = async () => {
    await structure.goto(`/dashboard/saisies/${numero}`)
    await allerSection(structure, 'Capacité et fonctionnement')
  }
  const situation = structure.getByRole('combobox', { name: /^Situation de fonctionnement/ })
  const fermeture = situation.getByRole('option', { name: 'Fermeture temporaire' })
  await ouvrir()
  await expect(situation).toHaveValue('FERME_TEMP')
  await expect(situation).toHaveAccessibleDescription(/n’est pas proposée dans le mois/)
  await situation.selectOption('Fonctionnement partiel')
  await expect(fermeture).toHaveCount(0)
  await attendreEnregistrement(structure)

  await finir(direction, '')
  await ouvrir()
  await expect(situation).toHaveValue('PARTIEL')
  await expect(fermeture).toHaveCount(1)
})
