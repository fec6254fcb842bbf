import { expect, type Page } from '@playwright/test'
import type { Formulaire } from '@releve/contract/formulaire/formulaire.schema.ts'
import type { Donnees } from '@releve/contract/modele/modele.schema.ts'
import { allerSection, avantLaFin, blocDe, coller, DE_PERIODE, matriceDe } from './formulaire.ts'

/** Leads to a matrix and pastes all its figures from the first cell, as from a spreadsheet. */
export async function collerMatrice(
  page: Page,
  formulaire: Formulaire,
  code: string,
  mois: Donnees,
) {
  const matrice = matriceDe(formulaire, code)
  await allerSection(page, matrice.libelle)
  await page.getByRole('table').getByRole('textbox').first().click()
  await coller(page, blocDe(matrice, mois))
  await expect(page.getByText(/^\d+\scases?\scollées?/)).toBeVisible()
}

/** Fills the fields, found by their labels, that hold one figure each. */
export async function remplirChamps(
  page: Page,
  { definition }: Formulaire,
  code: string,
  mois: Donnees,
) {
  const section = definition?.sections.find((candidate) => candidate.code === code)
  if (section?.type !== 'champs') throw new Error(`${code} n'est pas une section de champs`)
  await allerSection(page, section.libelle)
  for (const champ of section.champs) {
    const valeur = mois[section.prefixe ? `${code}.${champ.code}` : champ.code]
    if (champ.formule || valeur === undefined) continue
    if (champ.nature === 'liste') {
      await page.getByRole('combobox', { name: champ.libelle }).selectOption(String(valeur))
    } else {
      await page.getByRole('textbox', { name: champ.libelle }).fill(String(valeur))
    }
  }
}

/** Reads the report over and submits it; the month that runs asks to confirm. */
export async function relireEtSoumettre(page: Page) {
  await page.getByRole('button', { name: 'Relire et soumettre' }).click()
  await expect(page.getByText('Rien ne manque : le rapport peut être soumis.')).toBeVisible()
  await page.getByRole('button', { name: `Soumettre le rapport ${DE_PERIODE}` }).click()
  const dialogue = page.getByRole('dialog')
  const soumettre = dialogue.getByRole('button', { name: 'Soumettre' })
  if (avantLaFin()) {
    await soumettre.click()
    await expect(dialogue.getByRole('alert')).toHaveText('Cochez la case pour confirmer.')
    await dialogue.getByRole('checkbox', { name: /n’est pas terminé/ }).check()
  }
  await soumettre.click()
  await expect(page.getByText(/^Le rapport de .* a été soumis/)).toBeVisible()
}
