import type { Locator, Page } from '@playwright/test'
import { METADONNEES } from '../server/src/modele/ailleurs/dhis2.banc.ts'
import { classeurDe, SUIVI } from '../server/src/modele/ailleurs/xlsform.banc.ts'
import { expect } from './gens.ts'
import { ouvrir } from './gestes.ts'

type Fichier = { name: string; mimeType: string; buffer: Buffer }

/** A file of JSON, as a person chooses it. */
export const json = (name: string, contenu: unknown): Fichier => ({
  name,
  mimeType: 'application/json',
  buffer: Buffer.from(JSON.stringify(contenu)),
})

/** A workbook that another tool reads, with a little of everything. */
const questionnaire = async (): Promise<Fichier> => ({
  name: 'suivi.xlsx',
  mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  buffer: await classeurDe(SUIVI),
})

/** Opens the dialog and gives it the file: what becomes of it shows. */
async function deposer(page: Page, fichier: Fichier): Promise<Locator> {
  await ouvrir('Reprendre d’ailleurs')(page)
  const boite = page.getByRole('dialog', { name: 'Reprendre un questionnaire fait ailleurs' })
  await boite.locator('input[type=file]').setInputFiles(fichier)
  await expect(boite.getByRole('heading', { name: /^Ce que deviendrait/ })).toBeVisible()
  return boite
}

export const deposerXlsform = async (page: Page) => deposer(page, await questionnaire())

/** The metadata of two data sets: the first is shown. */
export const deposerDhis2 = (page: Page) => deposer(page, json('metadonnees.json', METADONNEES))
