import type { Page } from '@playwright/test'
import type { Donnees } from '@releve/contract/modele/modele.schema.ts'
import { tabuler } from './focus.ts'
import { avantLaFin, DE_PERIODE, lire, moisCoherent, numeroDe, PERIODE } from './formulaire.ts'
import { expect, MOT_DE_PASSE } from './gens.ts'
import { test } from './plateforme.ts'

/** A month of each model, by who has never used the platform: all is typed, nothing is clicked. */
const MOIS = [
  ['des effectifs, un questionnaire et des textes', 'RMA', 'CAH-R04-01'],
  ['un tableau de 72 cases et ses répartitions', 'EPM', 'CAH-R04-01'],
  ['une population détenue, croisée cinq fois', 'SMP', 'MAC-R01-01'],
] as const

type Ici = { cellule: string | null; nom: string; options: [valeur: string, libelle: string][] }

/** Where the focus is: its cell, what it is called, what it offers. */
const ICI = `(() => {
  const ici = document.activeElement
  const options = [...(ici.options ?? [])].map(({ value, text }) => [value, text])
  return { cellule: ici.dataset.cellule ?? null, nom: (ici.textContent ?? '').trim(), options }
})()`

/** What a person types to give this value: the name of a choice, else the value as it is written. */
function ecrire(valeur: unknown, options: Ici['options']): string {
  const choix = options.find(([code]) => code === valeur)
  return choix ? choix[1] : String(valeur).replace('.', ',')
}

/** From the heading of the report to « Relire et soumettre », section after section. */
async function remplir(page: Page, mois: Donnees): Promise<void> {
  const aRemplir = new Set(Object.keys(mois))
  for (let pas = 0; pas < 1000; pas += 1) {
    const { cellule, nom, options } = await page.evaluate<Ici>(ICI)
    if (nom === 'Relire et soumettre') break
    const [, suivante] = /^Section suivante\s:\s(.+)$/.exec(nom) ?? []
    if (cellule !== null && aRemplir.delete(cellule)) {
      await page.keyboard.type(ecrire(mois[cellule], options))
    }
    await page.keyboard.press(suivante ? 'Enter' : 'Tab')
    // One goes on from where the section begins.
    if (suivante)
      await expect(page.getByRole('heading', { level: 2, name: suivante })).toBeFocused()
  }
  expect([...aRemplir]).toEqual([])
}

async function seConnecterAuClavier(page: Page, identifiant: string): Promise<void> {
  await page.goto('/dashboard/app')
  await tabuler(page, page.getByRole('textbox', { name: 'Identifiant' }))
  await page.keyboard.type(identifiant)
  await page.keyboard.press('Tab')
  await expect(page.getByRole('textbox', { name: 'Mot de passe' })).toBeFocused()
  await page.keyboard.type(MOT_DE_PASSE)
  await page.keyboard.press('Enter')
}

async function soumettreAuClavier(page: Page): Promise<void> {
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: /^Relecture du rapport/ })).toBeFocused()
  await expect(page.getByText('Rien ne manque : le rapport peut être soumis.')).toBeVisible()
  await tabuler(page, page.getByRole('button', { name: `Soumettre le rapport ${DE_PERIODE}` }))
  await page.keyboard.press('Enter')
  const dialogue = page.getByRole('dialog')
  if (avantLaFin()) {
    await tabuler(page, dialogue.getByRole('checkbox'))
    await page.keyboard.press('Space')
  }
  await tabuler(page, dialogue.getByRole('button', { name: 'Soumettre' }))
  await page.keyboard.press('Enter')
  await expect(page.getByText(/^Le rapport de .* a été soumis/)).toBeVisible()
  await expect(dialogue).toBeHidden()
}

for (const [quoi, modele, structure] of MOIS)
  test(`de la connexion à la soumission, le clavier suffit : ${quoi}`, async ({ page, as }) => {
    await seConnecterAuClavier(page, structure.toLowerCase())
    const nom = new RegExp(`^(Commencer|Continuer) : ${modele} ${PERIODE}`)
    const acte = page.getByRole('button', { name: nom }).or(page.getByRole('link', { name: nom }))
    await tabuler(page, acte)
    await page.keyboard.press('Enter')
    const titre = page.getByRole('heading', { level: 1, name: `Rapport ${DE_PERIODE}` })
    await expect(titre).toBeFocused()

    // The paper register, of which the person copies the figures.
    const registre = await lire(await as('dpps'), numeroDe(modele, structure))
    // A month without activities: nothing is to be added.
    const mois = Object.entries(moisCoherent(modele, structure, registre)).filter(
      ([cellule]) => !cellule.startsWith('ACT.'),
    )
    await remplir(page, Object.fromEntries(mois))
    await soumettreAuClavier(page)
    // What was pressed has gone with the entry: the page is read from its heading.
    await expect(titre).toBeFocused()
  })
