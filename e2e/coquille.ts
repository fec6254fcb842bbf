import type { Page } from '@playwright/test'
import { expect } from './gens.ts'

/** A window wide enough for the menu to stand beside the page. */
export const LARGE = { width: 1440, height: 900 }

/** Opens the dashboard, on a window of this size. */
export async function ouvrir(page: Page, taille = LARGE): Promise<void> {
  await page.setViewportSize(taille)
  await page.goto('/dashboard/app')
  await expect(page.getByRole('heading', { level: 1, name: 'Tableau de bord' })).toBeVisible()
}

export const menu = (page: Page) => page.getByRole('navigation', { name: 'Menu principal' })

/** Where the page's content begins, in CSS pixels from the left: as wide as the side bar is. */
export const debutDuContenu = async (page: Page) => (await page.getByRole('main').boundingBox())?.x
