import type { Page } from '@playwright/test'
import { expect, test } from './gens.ts'

const MODELES = '/dashboard/parametres?onglet=modeles'
const LIBELLE = 'Modèle à comparer'
const region = (page: Page) => page.getByRole('region', { name: `${LIBELLE} COMPAR` })
const bouton = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** A file of one field, with this label. */
function fichierDe(libelle: string) {
  const modele = {
    code: 'COMPAR',
    version: 1,
    libelle: LIBELLE,
    periodicite: 'MENSUELLE',
    typesStructure: [],
    indicateurs: { effectif: 'NB', entrees: 'NB', sorties: 'NB', reference: 'NB' },
    sections: [
      {
        code: 'SEC',
        libelle: 'Section',
        type: 'champs',
        champs: [{ code: 'NB', libelle, nature: 'entier' }],
      },
    ],
    controles: [],
  }
  const contenu = JSON.stringify({ format: 'releve-modele', modele })
  return { name: 'modele.json', mimeType: 'application/json', buffer: Buffer.from(contenu) }
}

/** Imports a model: its draft is open. */
async function importer(page: Page, libelle: string): Promise<void> {
  await page.goto(MODELES)
  await bouton(page, 'Importer un fichier').click()
  const boite = page.getByRole('dialog')
  await boite.locator('input[type=file]').setInputFiles(fichierDe(libelle))
  await boite.getByRole('button', { name: 'Importer', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: LIBELLE })).toBeVisible()
}

async function publier(page: Page): Promise<void> {
  await bouton(page, 'Publier').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Publier cette version' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(region(page)).toBeVisible()
}

test('un brouillon importé, puis deux versions publiées, se comparent', async ({ as }) => {
  const page = await as('dpps')
  const principal = page.getByRole('main')
  const avec = page.getByRole('combobox', { name: 'Comparer avec' })
  await importer(page, 'Premier nom')
  await page.getByRole('link', { name: 'Comparaison' }).click()
  await expect(principal).toContainText('aucune autre version')
  await publier(page)

  await importer(page, 'Deuxième nom')
  await page.getByRole('link', { name: 'Comparaison' }).click()
  await expect(principal).toContainText('Ce que dit la version 2, par rapport à la version 1')
  await expect(principal).toContainText('«\u00a0Deuxième nom\u00a0» au lieu de «\u00a0Premier nom')
  await publier(page)

  await importer(page, 'Troisième nom')
  await page.getByRole('link', { name: 'Comparaison' }).click()
  await expect(principal).toContainText('au lieu de «\u00a0Deuxième nom')
  await avec.selectOption({ index: 1 })
  await expect(principal).toContainText('au lieu de «\u00a0Premier nom')
  await bouton(page, 'Publier').click()
  await expect(page.getByRole('dialog')).toContainText('par rapport à la version 2')
  await page.getByRole('dialog').getByRole('button', { name: 'Annuler' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await page.goto(MODELES)
  await region(page)
    .getByRole('link', { name: /^Version 1/ })
    .click()
  await page.getByRole('link', { name: 'Comparaison' }).click()
  await expect(principal).toContainText('Ce que dit la version 2, par rapport à la version 1')
  await page.goto(MODELES)
  await region(page).getByRole('button', { name: 'Supprimer le brouillon' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Supprimer', exact: true }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})
