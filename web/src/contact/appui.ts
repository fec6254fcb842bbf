/** Whether a button of the mouse, or a finger, is down. */
let appuye = false

if (typeof window !== 'undefined') {
  const suivre = (etat: boolean) => () => {
    appuye = etat
  }
  window.addEventListener('pointerdown', suivre(true), true)
  for (const fin of ['pointerup', 'pointercancel']) {
    window.addEventListener(fin, suivre(false), true)
  }
}

/** A click comes a moment after the pointer is up. */
const CLIC_MS = 50

/**
 * Does at once, or after the click under way: what moves the page as one leaves a field would
 * otherwise take the button from under the pointer, and the click would be lost.
 */
export function apresAppui(faire: () => void): void {
  if (!appuye) return faire()
  window.addEventListener('pointerup', () => setTimeout(faire, CLIC_MS), { once: true })
}
