import type { Page } from '@playwright/test'
import { remplirClasseur } from '../server/src/formulaire/classeur.banc.ts'
import { trouverDefauts } from './axe.ts'
import { classeur, exporterClasseur } from './fichiers.ts'
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

/** Chooses a workbook and has it read. */
async function importer(page: Page, buffer: Buffer): Promise<void> {
  await page.getByRole('button', { name: 'Importer un classeur' }).click()
  const dialogue = page.getByRole('dialog', { name: 'Importer un classeur' })
  await dialogue.locator('input[type=file]').setInputFiles(classeur('rempli.xlsx', buffer))
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
  const exporte = await exporterClasseur(page)

  await test.step('un classeur inchangé ne change rien', async () => {
    await importer(page, exporte)
    await expect(page.getByText('Ce classeur ne change rien à ce rapport.').first()).toBeVisible()
  })

  await test.step('ce qui a changé se montre, puis se reprend d’un geste', async () => {
    await importer(page, await remplirClasseur(exporte, { 'MVT.FIN.M': 41, 'MVT.FIN.F': 'douze' }))
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
    const autre = await remplirClasseur(exporte, {})
    await page.goto('/dashboard/messaisies')
    await commencer(page, 'EPM', STRUCTURE)
    await page.goto(`/dashboard/saisies/${numeroDe('EPM', STRUCTURE)}`)
    await importer(page, autre)
    await expect(page.getByText('Ce classeur est celui d’un rapport RMA').first()).toBeVisible()
  })
})
