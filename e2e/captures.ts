import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { ECRANS, type Ecran, routesSansEcran, STRUCTURE } from './ecrans.ts'
import { remplirEnPartie } from './gestes.ts'
import { pageDesCaptures } from './planche.ts'
import { atteindre, regler, test } from './vues.ts'

const DOSSIER = join(import.meta.dirname, '../captures')

/** A screen is reached on a computer, then on a phone; each is then made wider. */
const TAILLES = {
  large: [
    { width: 1440, height: 900 },
    { width: 1920, height: 1080 },
  ],
  etroit: [
    { width: 360, height: 740 },
    { width: 768, height: 1024 },
  ],
}

/**
 * The whole page; what a dialog covers is of no interest. The window grows to the page: a page
 * pictured beyond its window shows what sticks to the edges in the middle of it.
 */
async function prendre(page: Page, nom: string): Promise<void> {
  await expect(page.locator('.ui-squelette')).toHaveCount(0)
  const taille = page.viewportSize() ?? { width: 1440, height: 900 }
  const modale = (await page.locator('dialog[open]').count()) > 0
  if (!modale) {
    const height = await page.evaluate<number>('document.documentElement.scrollHeight')
    await page.setViewportSize({ ...taille, height: Math.max(height, taille.height) })
  }
  await page.screenshot({
    path: join(DOSSIER, `${nom}.png`),
    fullPage: !modale,
    animations: 'disabled',
  })
  await page.setViewportSize(taille)
}

async function prendreToutes(page: Page, { nom, temoin }: Ecran, largeur: number): Promise<void> {
  for (const [mode, dit] of [
    ['light', 'clair'],
    ['dark', 'sombre'],
  ] as const) {
    await regler(page, { mode })
    await prendre(page, `${nom}-${largeur}-${dit}`)
  }
  await regler(page, { mode: 'light' })
  if (!temoin) return
  await regler(page, { direction: 'rtl' })
  await prendre(page, `${nom}-${largeur}-clair-rtl`)
  await regler(page, { direction: 'ltr' })
}

test.use({ trace: 'off' })

test.beforeAll(async ({ voir }) => {
  mkdirSync(DOSSIER, { recursive: true })
  const { page } = await voir(STRUCTURE.toLowerCase())
  await page.goto('/404')
  await remplirEnPartie(page, STRUCTURE)
})

test.afterAll(() => {
  const images = readdirSync(DOSSIER).filter((nom) => nom.endsWith('.png'))
  writeFileSync(join(DOSSIER, 'index.html'), pageDesCaptures(images))
})

test('chaque écran des routes est dans la table', () => {
  expect(routesSansEcran()).toEqual([])
})

for (const [qui, ecrans] of Object.entries(ECRANS)) {
  for (const ecran of ecrans) {
    for (const [genre, tailles] of Object.entries(TAILLES)) {
      if (ecran.seulement && ecran.seulement !== genre) continue
      test(`capture : ${ecran.nom}, ${genre}`, async ({ voir }) => {
        const { page } = await voir(qui, ecran.neuf)
        await page.setViewportSize(tailles[0] ?? { width: 1440, height: 900 })
        await atteindre(page, ecran)
        for (const taille of tailles) {
          await page.setViewportSize(taille)
          await prendreToutes(page, ecran, taille.width)
        }
        if (ecran.neuf) await page.context().close()
      })
    }
  }
}
