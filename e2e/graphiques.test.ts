import type { Page } from '@playwright/test'
import { ANNEE_PUBLIEE } from './formulaire.ts'
import { expect, test } from './gens.ts'

/** How many chapters the yearbook has, its overview (0) apart. */
const CHAPITRES = [0, 1, 2, 3, 4, 5, 6, 7]
const ECRANS = [
  '/dashboard/app?vue=series',
  '/dashboard/app?vue=delais',
  ...CHAPITRES.map((chapitre) => `/dashboard/annuaire?annee=${ANNEE_PUBLIEE}&chapitre=${chapitre}`),
]

/** Texts of charts that leave their drawing, or lie over another, and how many texts there are. */
const LUS = `(() => {
  const fautes = []
  let vus = 0
  for (const svg of document.querySelectorAll('.gra-svg')) {
    const cadre = svg.getBoundingClientRect()
    const textes = [...svg.querySelectorAll('text')].map((texte) => ({
      dit: texte.textContent.trim(),
      boite: texte.getBoundingClientRect(),
    }))
    vus += textes.length
    for (const { dit, boite } of textes) {
      const cotes = [cadre.left - boite.left, boite.right - cadre.right]
      if (Math.max(...cotes, boite.bottom - cadre.bottom) > 0.5) fautes.push('hors du dessin : ' + dit)
    }
    for (const [rang, un] of textes.entries())
      for (const autre of textes.slice(rang + 1)) {
        const [a, b] = [un.boite, autre.boite]
        const large = Math.min(a.right, b.right) - Math.max(a.left, b.left)
        const haut = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)
        if (large > 0.5 && haut > 3)
          fautes.push('l’un sur l’autre : ' + un.dit + ' / ' + autre.dit)
      }
  }
  return { fautes, vus }
})()`

const lire = (page: Page) => page.evaluate<{ fautes: string[]; vus: number }>(LUS)

for (const largeur of [360, 768, 1440]) {
  test(`aucun texte d’un graphique n’est coupé ni recouvert, à ${largeur} px`, async ({ as }) => {
    const page = await as('dpps')
    await page.setViewportSize({ width: largeur, height: 900 })
    let vus = 0
    for (const adresse of ECRANS) {
      await page.goto(adresse)
      await expect(page.locator('.gra-svg').first(), adresse).toBeVisible()
      await page.waitForLoadState('networkidle')
      await expect.poll(async () => (await lire(page)).fautes, adresse).toEqual([])
      vus += (await lire(page)).vus
    }
    expect(vus).toBeGreaterThan(100)
  })
}
