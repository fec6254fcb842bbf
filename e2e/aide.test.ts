import type { Locator, Page } from '@playwright/test'
import { allerSection, caseDe, commencer, numeroDe } from './formulaire.ts'
import { expect, test } from './gens.ts'
import { ouvrirBrouillon, supprimerBrouillon } from './simulation.ts'

const STRUCTURE = 'CAH-R04-01'
const NUMERO = numeroDe('RMA', STRUCTURE)
const POINTAGE = /^Nombre de personnes pointées le dernier jour/

const aideDe = (page: Page) => page.getByRole('region', { name: 'Aide de la case' })

async function ouvrir(page: Page, section: string): Promise<void> {
  await commencer(page, 'RMA', STRUCTURE)
  await page.goto(`/dashboard/saisies/${NUMERO}`)
  await allerSection(page, section)
}

test('F1 dit ce que compte la case, d’où vient son chiffre et un exemple ; Échap y ramène', async ({
  as,
}) => {
  const page = await as('cah-r04-01')
  await ouvrir(page, 'Mouvement des effectifs')
  const fin = caseDe(page, 'Effectif au dernier jour du mois', 'Féminin')
  await fin.press('F1')
  const aide = aideDe(page)
  await expect(aide).toBeFocused()
  await expect(aide.getByRole('term')).toHaveText(['Définition', 'Source', 'Exemple'])
  const dits = aide.getByRole('definition')
  await expect(dits.nth(0)).toHaveText(POINTAGE)
  await expect(dits.nth(1)).toHaveText('Registre des admissions')
  await expect(dits.nth(2)).toHaveText(/44 personnes pointées\s: 44$/)
  await expect(aide).toHaveAccessibleDescription(/pointées.+Registre des admissions.+\s44$/)
  await page.keyboard.press('Escape')
  await expect(fin).toBeFocused()
  await expect(aide).toHaveCount(0)

  // Without a keyboard, the panel of the cell leads there too.
  await page.getByRole('button', { name: 'Aide', exact: true }).click()
  await expect(aide).toBeFocused()
  await expect(dits.nth(0)).toHaveText(POINTAGE)
})

test('une colonne dit son exemple, et la feuille des touches nomme F1', async ({ as }) => {
  const page = await as('cah-r04-01')
  await ouvrir(page, 'Prises en charge réalisées')
  const actes = caseDe(page, 'Soins', 'Actes')
  await actes.press('F1')
  await expect(aideDe(page)).toContainText('Une fille reçue 4 fois, un garçon 1 fois\u00a0: 5')
  await expect(aideDe(page)).toContainText('Cahier de suivi')
  await page.keyboard.press('Escape')
  await expect(actes).toBeFocused()
  await page.keyboard.press('?')
  await expect(page.getByRole('rowheader', { name: 'F1', exact: true })).toBeVisible()
})

test('sur un téléphone, l’aide ne couvre jamais la case dont elle parle', async ({ as }) => {
  const page = await as('cah-r04-01')
  await page.setViewportSize({ width: 360, height: 740 })
  await commencer(page, 'RMA', STRUCTURE)
  await page.goto(`/dashboard/saisies/${NUMERO}?vue=tout`)
  const boite = async (quoi: Locator) => {
    const trouvee = await quoi.boundingBox()
    if (!trouvee) throw new Error('hors de la page')
    return trouvee
  }
  const entete = page.getByRole('banner')
  const panneau = page.getByRole('region', { name: 'Case active' })
  for (const adresse of ['JOURS_OUV', 'MVT.FIN.F', 'PREST.SANTE.ACTES', 'BUD.DEP_FONCT', 'DIFF']) {
    const champ = page.locator(`[data-cellule="${adresse}"]`)
    // At the foot of the window, where the panel comes over it.
    for (const block of ['end', 'center', 'start'] as const) {
      await champ.evaluate((element, ou) => {
        element.focus({ preventScroll: true })
        element.scrollIntoView({ block: ou })
      }, block)
      await page.getByRole('button', { name: 'Aide', exact: true }).click()
      await expect(aideDe(page), adresse).toBeFocused()
      await expect(async () => {
        const { y, height } = await boite(champ)
        const { y: plafond } = await boite(panneau)
        expect(y + height, `${adresse}, ${block}`).toBeLessThanOrEqual(plafond)
        const { y: haut, height: sous } = await boite(entete)
        expect(y, `${adresse}, ${block}`).toBeGreaterThanOrEqual(haut + sous)
      }).toPass()
      await page.keyboard.press('Escape')
      await expect(champ).toBeFocused()
    }
  }
})

test('l’atelier écrit l’aide d’une case, et l’essai la montre', async ({ as }) => {
  const page = await as('dpps')
  await ouvrirBrouillon(page)
  const plan = page.getByRole('navigation', { name: 'Plan du modèle' })
  for (const nom of [/^Formation du personnel/, /^Agents formés dans le mois/])
    await plan.getByRole('button', { name: nom }).press('Enter')
  const champ = (nom: string) =>
    page.locator('.mdl-panneau').getByRole('textbox', { name: nom, exact: true })
  await champ('Définition').fill('Chaque agent une fois.')
  await champ('Registre d’où viennent les chiffres').fill('Cahier des formations')
  await champ('Exemple').fill('Deux agents, trois formations\u00a0: 2')
  await page.getByLabel('Agents formés dans le mois').last().focus()
  const aide = aideDe(page)
  await expect(aide.getByRole('definition')).toHaveText([
    'Chaque agent une fois.',
    'Cahier des formations',
    /: 2$/,
  ])
  await supprimerBrouillon(page)
})
