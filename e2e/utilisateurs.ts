import { expect, type Page } from '@playwright/test'
import type { Geste } from './gestes.ts'

const ENTETES = 'Identifiant;Nom;Courriel;Rôles;Structure'

/** A spreadsheet of accounts: each line, its cells in the order of the headings. */
export function tableur(...lignes: string[][]) {
  const contenu = [ENTETES, ...lignes.map((cellules) => cellules.join(';'))].join('\r\n')
  return { name: 'comptes.csv', mimeType: 'text/csv', buffer: Buffer.from(contenu) }
}

export const dialogue = (page: Page) => page.getByRole('dialog')
export const champ = (page: Page, nom: string | RegExp) =>
  dialogue(page).getByLabel(nom, { exact: typeof nom === 'string' })

/** Opens the import, and gives it this file. */
export async function deposer(page: Page, fichier: ReturnType<typeof tableur>): Promise<void> {
  await page.getByRole('button', { name: 'Importer', exact: true }).click()
  await dialogue(page).locator('input[type=file]').setInputFiles(fichier)
}

/** The preview of an import that some lines prevent. */
export const apercevoirFautes: Geste = async (page) => {
  await deposer(
    page,
    tableur(
      ['vue.importee', 'Vue', 'vue@exemple.org', 'Administration', ''],
      ['sans.structure', 'Sans', 'sans@exemple.org', 'Structure', ''],
    ),
  )
  await expect(dialogue(page).getByRole('table')).toBeVisible()
}

export const creerVide: Geste = async (page) => {
  await page.getByRole('button', { name: 'Créer un utilisateur' }).click()
  await page.getByRole('button', { name: 'Créer le compte' }).click()
  await expect(page.locator('[aria-invalid=true]').first()).toBeVisible()
}
