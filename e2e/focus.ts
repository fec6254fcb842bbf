import { expect, type Locator, type Page } from '@playwright/test'

/** Presses Tab until this is in focus, as a person without a mouse does. */
export async function tabuler(page: Page, cible: Locator, touche = 'Tab'): Promise<void> {
  await expect(cible).toBeVisible()
  for (let pas = 0; pas < 80; pas += 1) {
    if (await cible.evaluate((element) => element === element.ownerDocument.activeElement)) return
    await page.keyboard.press(touche)
  }
  await expect(cible).toBeFocused()
}

/** Whatever holds the focus now, but the page as a whole: the focus is never lost. */
export async function attendreFocus(page: Page, apres: string): Promise<void> {
  await expect
    .poll(() => page.evaluate<string>('document.activeElement.tagName'), apres)
    .not.toBe('BODY')
}

/** A place that Tab leads to: what it is, and what is wrong with how its focus shows. */
type Halte = { nom: string; fautes: string[]; premiere: boolean }

/** The ring may be drawn by the element, or for a native control hidden under it, by its neighbour. */
const HALTE = `(async () => {
  // As it is painted: a sheet that comes late may restyle the page at this very moment.
  await new Promise((peint) => requestAnimationFrame(() => requestAnimationFrame(peint)))
  const element = document.activeElement
  if (element === document.body) return null
  const cerne = (autre) => {
    if (!autre) return false
    const { outlineStyle, outlineWidth, outlineColor, boxShadow } = getComputedStyle(autre)
    const trait = outlineStyle !== 'none' && parseFloat(outlineWidth) >= 1
    return (trait && !/, 0\\)$/.test(outlineColor)) || boxShadow !== 'none'
  }
  const etiquette = element.closest('label')
  const dessinateurs = [element, element.nextElementSibling, etiquette]
  const { left, top, width, height } = (etiquette ?? element).getBoundingClientRect()
  const points = [0.1, 0.5, 0.9].map((part) => [left + width * part, top + height / 2])
  const dessus = ([x, y]) => {
    const la = document.elementFromPoint(x, y)
    return la && ((etiquette ?? element).contains(la) || la.contains(element))
  }
  const fautes = []
  if (!dessinateurs.some(cerne)) fautes.push('le focus ne se voit pas')
  if (!points.some(dessus)) fautes.push('caché, ou hors de la fenêtre')
  const premiere = globalThis.haltes?.has(element) ?? false
  ;(globalThis.haltes ??= new WeakSet()).add(element)
  const texte = element.getAttribute('aria-label') ?? element.textContent ?? ''
  return { nom: element.tagName + ' ' + texte.trim().slice(0, 40), fautes, premiere }
})()`

/** Goes round the page with Tab: every place that takes the focus, once. */
export async function faireLeTour(page: Page): Promise<Halte[]> {
  const haltes: Halte[] = []
  for (let pas = 0; pas < 300; pas += 1) {
    await page.keyboard.press('Tab')
    const halte = await page.evaluate<Halte | null>(HALTE)
    if (!halte || halte.premiere) break
    haltes.push(halte)
  }
  return haltes
}
