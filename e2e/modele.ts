import type { Page } from '@playwright/test'
import { expect } from './gens.ts'

/** A small model as its file says it: one section of whole numbers, each to be filled in. */
export type PetitModele = {
  code: string
  libelle: string
  indicateurs: Readonly<Record<string, string>>
  section: readonly [code: string, libelle: string]
  champs: readonly (readonly [code: string, libelle: string])[]
}

const fichierDe = ({ code, libelle, indicateurs, section, champs }: PetitModele) => {
  const modele = {
    code,
    version: 1,
    libelle,
    periodicite: 'MENSUELLE',
    typesStructure: [],
    indicateurs,
    sections: [
      {
        code: section[0],
        libelle: section[1],
        type: 'champs',
        champs: champs.map(([cellule, dite]) => ({
          code: cellule,
          libelle: dite,
          nature: 'entier',
          requis: true,
        })),
      },
    ],
    controles: [],
  }
  return {
    name: `${code.toLowerCase()}.json`,
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify({ format: 'releve-modele', modele })),
  }
}

export const planDuModele = (page: Page) => page.getByRole('navigation', { name: 'Plan du modèle' })

/** Imports it from the list of models: its draft is open, on « Le modèle ». */
export async function importerModele(page: Page, modele: PetitModele): Promise<void> {
  await page.goto('/dashboard/parametres?onglet=modeles')
  await page.getByRole('button', { name: 'Importer un fichier' }).click()
  const boite = page.getByRole('dialog')
  await boite.locator('input[type=file]').setInputFiles(fichierDe(modele))
  await boite.getByRole('button', { name: 'Importer', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: modele.libelle })).toBeVisible()
  await planDuModele(page)
    .getByRole('button', { name: /^Le modèle/ })
    .click()
}

/** Publishes the draft for the structures of this type; `avant`: what is done in the question. */
export async function publierPour(
  page: Page,
  type: RegExp,
  avant: (publication: ReturnType<Page['getByRole']>) => Promise<unknown> = async () => {},
): Promise<void> {
  await page.getByRole('button', { name: 'Publier', exact: true }).click()
  const publication = page.getByRole('dialog', { name: /^Publier/ })
  await publication.getByRole('checkbox', { name: type }).check()
  await avant(publication)
  await publication.getByRole('button', { name: 'Publier cette version' }).click()
  await expect(publication).toHaveCount(0)
}
