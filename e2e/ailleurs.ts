import type { Page } from '@playwright/test'
import { classeurDe, SUIVI } from '../server/src/modele/ailleurs/xlsform.banc.ts'
import { expect } from './gens.ts'
import { ouvrir } from './gestes.ts'

/** A workbook that another tool reads, with a little of everything. */
const questionnaire = async () => ({
  name: 'suivi.xlsx',
  mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  buffer: await classeurDe(SUIVI),
})

/** Opens the dialog and gives it the workbook: what becomes of it shows. */
export async function deposerXlsform(page: Page): Promise<void> {
  await ouvrir('Reprendre d’ailleurs')(page)
  const boite = page.getByRole('dialog', { name: 'Reprendre un questionnaire fait ailleurs' })
  await boite.locator('input[type=file]').setInputFiles(await questionnaire())
  await expect(boite.getByRole('heading', { name: /^Ce que deviendrait/ })).toBeVisible()
}
