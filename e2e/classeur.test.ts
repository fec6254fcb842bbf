import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { remplirClasseur } from '../server/src/formulaire/classeur.banc.ts'
import { trouverDefauts } from './axe.ts'
import {
  allerSection,
  attendreEnregistrement,
  caseDe,
  commencer,
  lire,
  numeroDe,
} from './formulaire.ts'
import { expect, test } from './gens.ts'

const STRUCTURE = 'CSAUV-R05-01'
const NUMERO = numeroDe('RMA', STRUCTURE)
const FIN = 'Effectif au dernier jour du mois'
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** The workbook of the open report, as « Exporter » gives it. */
async function exporter(page: Page): Promise<Buffer> {
  const [telechargement] = await Promise.all([
    page.waitForEvent('download'),
    page
      .getByRole('button', { name: 'Exporter', exact: true })
      .click()
      .then(() => page.getByRole('menuitem', { name: 'Exporter en XLSX' }).click()),
  ])
  return readFileSync(await telechargement.path())
}

/** Chooses a workbook and has it read. */
async function importer(page: Page, buffer: Buffer): Promise<void> {
  await page.getByRole('button', { name: 'Importer un classeur' }).click()
  const dialogue = page.getByRole('dialog', { name: 'Importer un classeur' })
  const fichier = { name: 'rempli.xlsx', mimeType: XLSX, buffer }
  await dialogue.locator('input[type=file]').setInputFiles(fichier)
  await dialogue.getByRole('button', { name: 'Lire le classeur' }).click()
}

test.use({ refusAttendus: true })

test('un rapport s’emporte en classeur, se remplit ailleurs, et revient par un panneau qui montre ce qui change', async ({
  as,
}) => {
  const page = await as('csauv-r05-01')
  await commencer(page, 'RMA', STRUCTURE)
  await page.goto(`/dashboard/saisies/${NUMERO}`)
  await allerSection(page, 'Mouvement des effectifs')
  const classeur = await exporter(page)

  await test.step('un classeur inchangé ne change rien', async () => {
    await importer(page, classeur)
    await expect(page.getByText('Ce classeur ne change rien à ce rapport.').first()).toBeVisible()
  })

  await test.step('ce qui a changé se montre, puis se reprend d’un geste', async () => {
    await importer(page, await remplirClasseur(classeur, { 'MVT.FIN.M': 41, 'MVT.FIN.F': 'douze' }))
    const panneau = page.getByRole('dialog', { name: 'Ce que ce classeur changera' })
    await expect(panneau.getByRole('row', { name: /Masculin.*41/ })).toBeVisible()
    await expect(panneau.getByRole('row', { name: /Féminin.*douze.*Refusée/ })).toBeVisible()
    expect(await trouverDefauts(page)).toEqual([])
    await panneau.getByRole('button', { name: 'Importer', exact: true }).click()
    await expect(caseDe(page, FIN, 'Masculin')).toHaveValue('41')
    await expect(caseDe(page, FIN, 'Féminin')).toHaveValue('douze')
  })

  await test.step('une seule annulation rend tout', async () => {
    await caseDe(page, FIN, 'Masculin').focus()
    await page.keyboard.press('ControlOrMeta+z')
    await expect(caseDe(page, FIN, 'Masculin')).not.toHaveValue('41')
    await expect(caseDe(page, FIN, 'Féminin')).not.toHaveValue('douze')
    await attendreEnregistrement(page)
    expect((await lire(page, NUMERO)).donnees['MVT.FIN.M']).not.toBe(41)
  })

  await test.step('le classeur d’un autre rapport est refusé, et dit pourquoi', async () => {
    const autre = await remplirClasseur(classeur, {})
    await page.goto('/dashboard/messaisies')
    await commencer(page, 'EPM', STRUCTURE)
    await page.goto(`/dashboard/saisies/${numeroDe('EPM', STRUCTURE)}`)
    await importer(page, autre)
    await expect(page.getByText('Ce classeur est celui d’un rapport RMA').first()).toBeVisible()
  })
})
