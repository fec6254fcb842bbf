import { expect, type Page } from '@playwright/test'
import { LIBELLES_MOIS, periodeDe } from '@releve/contract/mois.ts'
import type { Ecran } from './ecrans.ts'
import { type Geste, ouvrir } from './gestes.ts'

export const dialogue = (page: Page) => page.getByRole('dialog')
export const champ = (page: Page, nom: string | RegExp) =>
  dialogue(page).getByLabel(nom, { exact: typeof nom === 'string' })

/** Chooses a month and its year, at the keyboard. */
export async function choisirMois(page: Page, nom: string, rang: number): Promise<void> {
  const { mois, annee } = periodeDe(rang)
  await champ(page, nom).selectOption({ label: LIBELLES_MOIS[mois] })
  await champ(page, `${nom}, année`).fill(String(annee))
  await page.keyboard.press('Tab')
}

/** A spreadsheet of structures: each line, its cells in the order of the headings. */
export function tableur(entetes: string[], ...lignes: string[][]) {
  const contenu = [entetes, ...lignes].map((cellules) => cellules.join(';')).join('\r\n')
  return { name: 'structures.csv', mimeType: 'text/csv', buffer: Buffer.from(contenu) }
}

/** Opens the import, and gives it this file. */
export async function deposer(page: Page, fichier: ReturnType<typeof tableur>): Promise<void> {
  await page.getByRole('button', { name: 'Importer', exact: true }).click()
  await dialogue(page).locator('input[type=file]').setInputFiles(fichier)
  await expect(dialogue(page).getByRole('table')).toBeVisible()
}

const creerVide: Geste = async (page) => {
  await page.getByRole('button', { name: 'Créer une structure' }).click()
  await page.getByRole('button', { name: 'Créer la structure' }).click()
  await expect(page.locator('[aria-invalid=true]').first()).toBeVisible()
}

const apercevoir: Geste = (page) =>
  deposer(page, tableur(['Code', 'Libellé'], ['CAU-R01-01', 'Nouveau nom'], ['X-1', 'Sans type']))

/** One point of the map is looked at, by keyboard. */
const viser: Geste = async (page) => {
  await page.getByRole('link', { name: /^Orphelinat Les Alizés, / }).focus()
}

/** The field with the most to draw. */
const corrigerModeles: Geste = async (page) => {
  await ouvrir('Corriger une période')(page)
  await champ(page, 'Champ').selectOption('modeles')
}

const UNE = '/dashboard/structures/CAU-R01-01'

/** The screens of the structures, for the table of all screens. */
export const ECRANS_STRUCTURES: Ecran[] = [
  { nom: 'structures', adresse: '/dashboard/structures', temoin: true },
  { nom: 'structures-filtrees', adresse: '/dashboard/structures?modele=SMP' },
  { nom: 'structures-aucune', adresse: '/dashboard/structures?q=introuvable-ici' },
  { nom: 'structures-tableau', adresse: '/dashboard/structures?vue=tableau' },
  {
    nom: 'structures-carte',
    adresse: '/dashboard/structures?vue=carte',
    aller: viser,
    temoin: true,
  },
  { nom: 'structures-creer-fautes', adresse: '/dashboard/structures', aller: creerVide },
  { nom: 'structures-importer', adresse: '/dashboard/structures', aller: apercevoir },
  { nom: 'structure', adresse: UNE, temoin: true },
  { nom: 'structure-modifier', adresse: UNE, aller: ouvrir('Modifier') },
  { nom: 'structure-fermer', adresse: UNE, aller: ouvrir('Fermer') },
  { nom: 'structure-suspendre', adresse: UNE, aller: ouvrir('Suspendre') },
  { nom: 'structure-corriger', adresse: UNE, aller: corrigerModeles },
]
