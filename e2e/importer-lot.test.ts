import type { Page } from '@playwright/test'
import { isoDe } from '@releve/contract/mois.ts'
import { trouverDefauts } from './axe.ts'
import { lire, MOIS_COURANT, numeroDe, PERIODE } from './formulaire.ts'
import { expect, test } from './gens.ts'

const TETE = 'structure;modele;annee;mois;case;valeur;commentaire'
const [PREMIERE, SECONDE] = ['POUP-R01-01', 'CSOC-R06-01']
const { annee } = MOIS_COURANT
const mois = Number(isoDe(MOIS_COURANT).slice(5))
const ligne = (structure: string, adresse: string, valeur: string, dit = '') =>
  [structure, 'RMA', annee, mois, adresse, valeur, dit].join(';')

const dialogueDe = (page: Page) => page.getByRole('dialog', { name: 'Importer des rapports' })

async function choisir(page: Page, lignes: string[]): Promise<void> {
  const buffer = Buffer.from(lignes.join('\r\n'))
  const fichier = { name: 'rapports.csv', mimeType: 'text/csv', buffer }
  await dialogueDe(page).locator('input[type=file]').setInputFiles(fichier)
}

test.use({ refusAttendus: true })

test('les rapports de plusieurs structures se montrent, s’importent, et ceux en erreur sont dits et laissés', async ({
  as,
}) => {
  const page = await as('dpps')
  await page.goto('/dashboard/saisiesstructures')
  await page.getByRole('button', { name: 'Importer des rapports', exact: true }).click()
  const dialogue = dialogueDe(page)
  const importer = dialogue.getByRole('button', { name: /^Importer/ })

  await test.step('un fichier qui n’a pas ses colonnes est refusé, et dit laquelle manque', async () => {
    await choisir(page, ['structure;case', 'A;B'])
    await expect(
      dialogue
        .getByRole('alert')
        .getByText(/La colonne «\smodele\s» manque/)
        .first(),
    ).toBeVisible()
    await expect(importer).toHaveAttribute('aria-disabled', 'true')
  })

  const lignes = [
    TETE,
    ligne(PREMIERE, 'MVT.DEB.M', '12', 'recompté'),
    ligne(PREMIERE, 'MVT.DEB.F', '7'),
    ligne(SECONDE, 'MVT.DEB.M', '1 200'),
    ligne('INCONNUE', 'MVT.DEB.M', '1'),
    ligne('AEMO-R03-01', 'MVT.DEB.M', 'douze'),
  ]
  await test.step('ce que chaque rapport deviendrait se lit d’abord, les refus devant', async () => {
    await choisir(page, lignes)
    await expect(
      dialogue.getByRole('row', { name: /INCONNUE.*En erreur.*n’existe pas/ }),
    ).toBeVisible()
    await expect(
      dialogue.getByRole('row', { name: /Ligne 6, MVT\.DEB\.M.*nombre entier/ }),
    ).toBeVisible()
    await dialogue.getByRole('checkbox', { name: 'En erreur (2)' }).uncheck()
    await expect(
      dialogue.getByRole('row', { name: RegExp(`${SECONDE}.*${PERIODE}.*À `) }),
    ).toBeVisible()
    expect(await trouverDefauts(page)).toEqual([])
  })

  await test.step('les autres s’écrivent, et se retrouvent à l’écran', async () => {
    await dialogue.getByRole('button', { name: 'Importer 2 rapports' }).click()
    await expect(dialogue.getByText('L’import est terminé').first()).toBeVisible()
    await expect(dialogue.getByRole('row', { name: /INCONNUE/ })).toBeVisible()
    await dialogue.getByRole('button', { name: 'Fermer', exact: true }).click()
    const { donnees, commentaires } = await lire(page, numeroDe('RMA', PREMIERE))
    expect(donnees).toMatchObject({ 'MVT.DEB.M': 12, 'MVT.DEB.F': 7 })
    expect(commentaires).toMatchObject({ 'MVT.DEB.M': 'recompté' })
  })

  await test.step('le même fichier, relu, ne change plus rien', async () => {
    await page.getByRole('button', { name: 'Importer des rapports', exact: true }).click()
    await choisir(page, lignes.slice(0, 4))
    await expect(dialogue.getByRole('row', { name: /Sans changement/ })).toHaveCount(2)
    await expect(importer).toHaveAttribute('aria-disabled', 'true')
  })
})

test('qui ne saisit pas n’importe pas', async ({ as }) => {
  const page = await as('admin')
  await page.goto('/dashboard/saisiesstructures')
  await expect(page.getByRole('button', { name: 'Exporter', exact: true })).toBeVisible()
  await expect(
    page.getByRole('button', { name: 'Importer des rapports', exact: true }),
  ).toBeHidden()
})
