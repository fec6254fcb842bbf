import { readFileSync } from 'node:fs'
import type { Locator, Page } from '@playwright/test'
import { choisirPlus } from './formulaire.ts'

/** One violet pixel: any browser shows it. */
export const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkqP9fDwAEAQGAoNDzfwAAAABJRU5ErkJggg==',
  'base64',
)

/** A file said to be an image, as a person chooses it. */
export const image = (name: string, buffer = PIXEL) => ({ name, mimeType: 'image/png', buffer })

/** A file that begins as a PDF does, of so many bytes. */
export const pdf = (name: string, taille = 2000) => ({
  name,
  mimeType: 'application/pdf',
  buffer: Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(taille - 9, 32)]),
})

/** A workbook, as a person chooses it. */
export const classeur = (name: string, buffer: Buffer) => ({
  name,
  mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  buffer,
})

/** The workbook of the report that is open, as « Exporter en XLSX » gives it. */
export async function exporterClasseur(page: Page): Promise<Buffer> {
  const [telechargement] = await Promise.all([
    page.waitForEvent('download'),
    choisirPlus(page, 'Exporter en XLSX'),
  ])
  return readFileSync(await telechargement.path())
}

/** Lets images of these names fall on a zone, as from a folder of one's computer. */
export async function lacher(zone: Locator, noms: readonly string[]): Promise<void> {
  const dataTransfer = await zone.page().evaluateHandle(`(() => {
    const contenu = Uint8Array.from(${JSON.stringify([...PIXEL])})
    const transfert = new DataTransfer()
    for (const nom of ${JSON.stringify(noms)})
      transfert.items.add(new File([contenu], nom, { type: 'image/png' }))
    return transfert
  })()`)
  await zone.dispatchEvent('drop', { dataTransfer })
}

/** Two tables of reports are looked at before they are imported: one structure is unknown, one month. */
export async function apercevoirFormulaires(page: Page): Promise<void> {
  const tableau = (name: string, ...suite: string[]) => ({
    name,
    mimeType: 'text/csv',
    buffer: Buffer.from(['structure;modele;annee;mois;case;valeur', ...suite].join('\r\n')),
  })
  await page.getByRole('button', { name: 'Importer des rapports', exact: true }).click()
  const dialogue = page.getByRole('dialog', { name: 'Importer des rapports' })
  await dialogue
    .locator('input[type=file]')
    .setInputFiles([
      tableau('Région du Nord, relevés des centres.csv', 'INCONNUE;RMA;2025;3;MVT.DEB.M;1'),
      tableau('suite.csv', 'CAU-R01-01;RMA;2025;treize;MVT.DEB.M;1'),
    ])
  await dialogue.getByRole('row', { name: /suite\.csv/ }).waitFor()
}

/**
 * Asks for a file as a person does, by this act, and gives it. The runner hears of the window that
 * opens only once it has said so to the browser: a key that comes first would open it for nobody.
 */
export async function giveFile(
  page: Page,
  ask: () => Promise<void>,
  file: { name: string; mimeType: string; buffer: Buffer },
): Promise<void> {
  const chooser = page.waitForEvent('filechooser')
  // Answered after what was said before it.
  await page.evaluate('0')
  await ask()
  await (await chooser).setFiles(file)
}
