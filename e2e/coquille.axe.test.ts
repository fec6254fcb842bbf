import type { Page } from '@playwright/test'
import { trouverDefauts } from './axe.ts'
import { ouvrir } from './coquille.ts'
import { expect, test } from './gens.ts'

const ETROITE = { width: 800, height: 700 }

async function examiner(page: Page, ou: string): Promise<void> {
  expect.soft(await trouverDefauts(page), ou).toEqual([])
}

async function parcourir(page: Page): Promise<void> {
  const bouton = (name: RegExp) => page.getByRole('button', { name })
  for (const nom of [/^Compte «/, /^Langue/]) {
    await bouton(nom).click()
    await expect(page.getByRole('menu')).toBeVisible()
    await examiner(page, `menu ${nom.source}`)
    await page.keyboard.press('Escape')
  }
  for (const nom of [/^Réglages/, /^Rechercher/, /^Changer le logo/]) {
    await bouton(nom).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await examiner(page, `fenêtre ${nom.source}`)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
  await page.setViewportSize(ETROITE)
  await bouton(/^Ouvrir le menu/).click()
  await examiner(page, 'tiroir')
}

const AFFICHAGES = [
  { mode: 'light', direction: 'ltr', colour: 'default', reduit: false },
  { mode: 'dark', direction: 'rtl', colour: 'orange', reduit: true },
]

for (const affichage of AFFICHAGES) {
  const { mode, direction } = affichage
  test(`WCAG 2.1 A et AA, menus et fenêtres ouverts : ${mode}, ${direction}`, async ({ as }) => {
    const page = await as('cau-r01-01')
    const settings = JSON.stringify(affichage)
    await page.addInitScript({ content: `localStorage.setItem('settings', '${settings}')` })
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await ouvrir(page)
    await expect(page.locator('html')).toHaveAttribute('dir', direction)
    await parcourir(page)
  })
}
