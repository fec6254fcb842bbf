import { expect, type Page, request } from '@playwright/test'
import { test as base } from './atteinte.ts'
import type { Ecran } from './ecrans.ts'
import { commencer } from './formulaire.ts'
import { asseoir, ouvrirSession, REFUS_ATTENDU, surveiller } from './gens.ts'

/** What a person sees, and the errors that the browser's console said since it was last read. */
export type Vue = { page: Page; erreurs: string[] }
/** The browser of this person, kept from one screen to the next; a new one when it must be. */
type Voir = (qui: string, neuf?: boolean) => Promise<Vue>

/** Many screens are looked at, one after the other: signing in once is enough. */
export const test = base.extend<object, { voir: Voir }>({
  voir: [
    async ({ browser }, jouer, { project }) => {
      const baseURL = project.use.baseURL ?? ''
      const requetes = await request.newContext({ baseURL })
      const connues = new Map<string, Vue>()
      await jouer(async (qui, neuf) => {
        const connue = neuf ? undefined : connues.get(qui)
        if (connue) return connue
        const session = qui === 'visiteur' ? null : await ouvrirSession(requetes, qui)
        const vue: Vue = { page: await asseoir(browser, session, baseURL), erreurs: [] }
        surveiller(vue.page, vue.erreurs)
        if (!neuf) connues.set(qui, vue)
        return vue
      })
      await requetes.dispose()
    },
    { scope: 'worker' },
  ],
})

export type Affichage = {
  mode?: 'light' | 'dark'
  direction?: 'ltr' | 'rtl'
  colour?: string
}
const ORIGINE = { mode: 'light', direction: 'ltr', colour: 'default', reduit: false } as const

/** Changes settings of display as another tab would: the page shows them at once. */
export async function regler(page: Page, affichage: Affichage): Promise<void> {
  await page.evaluate(`{
    const avant = JSON.parse(localStorage.getItem('settings') ?? '{}')
    const settings = JSON.stringify({ ...avant, ...${JSON.stringify(affichage)} })
    localStorage.setItem('settings', settings)
    dispatchEvent(new StorageEvent('storage', { key: 'settings', newValue: settings }))
  }`)
  const { mode, direction, colour } = affichage
  const html = page.locator('html')
  if (mode) await expect(html).toHaveAttribute('data-mode', mode)
  if (direction) await expect(html).toHaveAttribute('dir', direction)
  if (colour) await expect(html).toHaveAttribute('data-couleur', colour)
}

/** Goes to a screen, in the display of origin, and waits until nothing more is to come. */
export async function atteindre(page: Page, { nom, adresse, aller }: Ecran): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  if (page.url() === 'about:blank') await page.goto('/404')
  await regler(page, ORIGINE)
  await page.goto(adresse)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.waitForLoadState('networkidle')
  const { pathname } = new URL(page.url())
  expect(pathname, `${nom} : l’écran de cette adresse`).toBe(adresse.replace(/\?.*/, ''))
  await aller?.(page)
}

/** What the console said that it should not have; forgotten once read. */
export function lireErreurs({ erreurs }: Vue, refus = false): string[] {
  return erreurs.splice(0).filter((dit) => !(refus && REFUS_ATTENDU.test(dit)))
}

/** The report of the month of this structure, started by HTTP: its screens have something to show. */
export async function preparer(voir: Voir, qui: string, structure: string): Promise<void> {
  const { page } = await voir(qui)
  await page.goto('/404')
  await commencer(page, 'RMA', structure)
}
