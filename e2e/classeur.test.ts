import type { Page } from '@playwright/test'
import { remplirClasseur } from '../server/src/formulaire/classeur.banc.ts'
import { AUTRES_FORMATS } from '../server/src/platform/tableur.banc.ts'
import { trouverDefauts } from './axe.ts'
import { classeur, exporterClasseur } from './fichiers.ts'
import {
  allerSection,
  attendreEnregistrement,
  caseDe,
  choisirPlus,
  commencer,
  lire,
  numeroDe,
} from './formulaire.ts'
import { expect, test } from './gens.ts'

const STRUCTURE = 'CSAUV-R05-01'
const NUMERO = numeroDe('RMA', STRUCTURE)
const FIN = 'Effectif au dernier jour du mois'

const dialogueDe = (page: Page) => page.getByRole('dialog', { name: 'Importer un classeur' })

const choisir = (page: Page, buffer: Buffer) =>
  dialogueDe(page).locator('input[type=file]').setInputFiles(classeur('rempli.xlsx', buffer))

/** Chooses a workbook, which is read at once. */
async function importer(page: Page, buffer: Buffer): Promise<void> {
  await choisirPlus(page, 'Importer un classeur')
  await choisir(page, buffer)
}

test.use({ refusAttendus: true, neuf: true })

test('un rapport s’emporte en classeur, se remplit ailleurs, et revient par un panneau qui montre ce qui change', async ({
  as,
}) => {
  const page = await as('csauv-r05-01')
  await commencer(page, 'RMA', STRUCTURE)
  // The last of what the page asks for by itself: cut before, its style would be missed for good.
  const style = page.waitForEvent('requestfinished', (une) => /\/Passe-.*\.css$/.test(une.url()))
  await page.goto(`/dashboard/saisies/${NUMERO}`)
  await allerSection(page, 'Mouvement des effectifs')
  const exporte = await exporterClasseur(page)
  await style

  const etat = dialogueDe(page).locator('.ui-import-etat')
  const alerte = dialogueDe(page).getByRole('alert')

  await test.step('sans réseau, on relit au clavier, et le focus ne se perd pas', async () => {
    await choisirPlus(page, 'Importer un classeur')
    await expect(dialogueDe(page)).toBeVisible()
    await page.context().setOffline(true)
    await choisir(page, exporte)
    const reessayer = dialogueDe(page).getByRole('button', { name: 'Réessayer' })
    await expect(reessayer).toBeVisible()
    await reessayer.press('Enter')
    // Read again in vain: why is said where one is, and the way to try once more comes next.
    await expect(dialogueDe(page).locator('.ui-import > .ui-alerte')).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(reessayer).toBeFocused()
    await page.context().setOffline(false)
    await reessayer.press('Enter')
  })

  await test.step('un classeur inchangé ne change rien, et l’on peut en choisir un autre', async () => {
    await expect(etat).toHaveText('Ce classeur ne change rien à ce rapport.')
    expect(await trouverDefauts(page)).toEqual([])
  })

  await test.step('un classeur d’un autre format est refusé à sa place, et dit quoi en faire', async () => {
    const autreFormat = AUTRES_FORMATS.find(([dit]) => dit === 'OpenDocument (.ods)')
    await choisir(page, autreFormat?.[2] ?? Buffer.alloc(0))
    await expect(alerte.getByText(/enregistrez-le au format XLSX/)).toBeVisible()
    await expect(dialogueDe(page).getByRole('button', { name: 'Réessayer' })).toBeHidden()
  })

  const rempli = await remplirClasseur(exporte, { 'MVT.FIN.M': 41, 'MVT.FIN.F': 'douze' })

  await test.step('ce qui a changé se montre, puis se reprend d’un geste', async () => {
    await choisir(page, rempli)
    const panneau = page.getByRole('dialog', { name: 'Ce que ce classeur changera' })
    await expect(panneau.getByRole('button', { name: 'Importer', exact: true })).toBeFocused()
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
