import { execFileSync, spawnSync } from 'node:child_process'
import type { Page } from '@playwright/test'
import type { Formulaire } from '@releve/contract/formulaire/formulaire.schema.ts'
import { allerSection, commencer, modifier, numeroDe } from './formulaire.ts'
import { expect, test } from './gens.ts'

const STRUCTURE = 'CSE-R01-01'
const AGENT = 'cse-r01-01'
const poppler = spawnSync('pdftotext', ['-v']).status === 0

/** A figure for each cell of the matrices, no two alike: 101, 102… */
function chiffresDe({ definition }: Formulaire): Map<string, number> {
  const adresses = (definition?.sections ?? []).flatMap((section) => {
    if (section.type !== 'matrice') return []
    const { code, lignes, colonnes } = section
    const groupes = section.groupes?.filter(({ formule }) => !formule) ?? [null]
    return lignes
      .filter(({ formule }) => !formule)
      .flatMap((ligne) =>
        groupes.flatMap((groupe) =>
          colonnes
            .filter(({ formule }) => !formule)
            .map((colonne) => [code, ligne.code, groupe?.code, colonne.code]),
        ),
      )
  })
  return new Map(
    adresses.map((parts, rang) => [parts.filter(Boolean).join('.'), 101 + rang] as const),
  )
}

async function remplir(page: Page, modele: 'RMA' | 'EPM') {
  const formulaire = await commencer(page, modele, STRUCTURE)
  const chiffres = chiffresDe(formulaire)
  await modifier(page, formulaire.numero, Object.fromEntries(chiffres))
  return { chiffres, sections: formulaire.definition?.sections ?? [] }
}

const lirePdf = (octets: Buffer) =>
  execFileSync('pdftotext', ['-layout', '-', '-'], { input: octets })
    .toString()
    .replaceAll(/[\u00a0\u202f]/g, ' ')

/** What the screen hides of a print: all that it holds must stand within the sheet. */
async function imprimer(page: Page): Promise<string> {
  return lirePdf(await page.pdf({ format: 'A4' }))
}

for (const modele of ['RMA', 'EPM'] as const)
  test(`le papier porte chaque chiffre de chaque section, quelle que soit celle que l’on voit : ${modele}`, async ({
    as,
  }) => {
    const page = await as(AGENT)
    const { chiffres, sections } = await remplir(page, modele)
    const remplies = new Set([...chiffres.keys()].map((adresse) => adresse.split('.')[0]))
    const derniere = sections.findLast(({ code }) => remplies.has(code))
    await page.goto(`/dashboard/saisies/${numeroDe(modele, STRUCTURE)}`)
    await allerSection(page, derniere?.libelle ?? '')
    const champ = page.locator('[data-cellule]:is(input)').first()
    await champ.focus()
    for (const vue of ['une section', 'tout'] as const) {
      if (vue === 'tout') {
        await page.goto(`/dashboard/saisies/${numeroDe(modele, STRUCTURE)}?vue=tout`)
        await expect(page.getByRole('heading', { level: 2 })).toHaveCount(sections.length)
      }
      if (!poppler) continue
      const texte = await imprimer(page)
      const manquent = [...chiffres].filter(([, n]) => !new RegExp(`\\b${n}\\b`).test(texte))
      expect(manquent, vue).toEqual([])
      for (const { libelle } of sections) expect(texte.replaceAll(/\s+/g, ' ')).toContain(libelle)
      if (vue === 'tout') continue
      // On the screen, nothing has moved.
      await expect(champ).toBeFocused()
      await expect(page.getByRole('heading', { level: 2 })).toHaveCount(1)
    }
  })

test('la recherche du navigateur trouve un chiffre d’une section loin plus bas', async ({ as }) => {
  const page = await as(AGENT)
  const { chiffres } = await remplir(page, 'RMA')
  // The only one of its kind: no total, no control says it.
  const vides = Object.fromEntries([...chiffres.keys()].map((adresse) => [adresse, null]))
  const donnees = { ...vides, 'INC.ACCID.NB': 1, 'INC.AUTRE.NB': 789 }
  await modifier(page, numeroDe('RMA', STRUCTURE), donnees)
  await page.goto(`/dashboard/saisies/${numeroDe('RMA', STRUCTURE)}?vue=tout`)
  const loin = page.locator('[data-cellule="INC.AUTRE.NB"]')
  await expect(loin).toHaveValue('789')
  await expect(loin).not.toBeInViewport()
  expect(await page.evaluate("window.find('789')")).toBe(true)
  await expect(loin).toBeInViewport()
})
