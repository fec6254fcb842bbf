// One who types, by the browser's protocol: a key goes down, says its sign and comes up, and the
// world may act at each of these moments.
import type { CDPSession, Page } from '@playwright/test'

/** Numbers in [0, 1[ drawn from a seed (mulberry32). */
export function creerHasard(graine: number) {
  let etat = graine >>> 0
  const tirer = () => {
    etat = (etat + 0x6d2b79f5) >>> 0
    let t = Math.imul(etat ^ (etat >>> 15), etat | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
  return {
    tirer,
    entier: (borne: number) => Math.floor(tirer() * borne),
    /** One of these, as often as its weight says. */
    parmi<T>(choix: readonly (readonly [T, number])[]): T {
      let reste = tirer() * choix.reduce((somme, [, poids]) => somme + poids, 0)
      for (const [un, poids] of choix) {
        reste -= poids
        if (reste < 0) return un
      }
      throw new Error('aucun choix')
    },
  }
}
export type Hasard = ReturnType<typeof creerHasard>

const MAJ = 8
/** Codes that Windows gives these keys, by which browsers know them. */
const CODES: Record<string, number> = {
  Backspace: 8,
  Tab: 9,
  Enter: 13,
  Escape: 27,
  PageUp: 33,
  PageDown: 34,
  End: 35,
  Home: 36,
  ArrowLeft: 37,
  ArrowUp: 38,
  ArrowRight: 39,
  ArrowDown: 40,
  Delete: 46,
  F2: 113,
  F8: 119,
}
const TEXTES: Record<string, string> = { Enter: '\r' }

type Moment = () => Promise<void>
const RIEN: Moment = async () => {}

/** A key down, its sign where it has one, and up again; `moment` comes after each. */
export async function frapper(cdp: CDPSession, touche: string, moment = RIEN): Promise<void> {
  const [key = '', avecMaj] = touche.split('+').toReversed()
  const chiffre = /^\d$/.test(key)
  const commun = {
    key,
    code: chiffre ? `Digit${key}` : key,
    windowsVirtualKeyCode: chiffre ? key.charCodeAt(0) : CODES[key],
    modifiers: avecMaj ? MAJ : 0,
  }
  const text = chiffre ? key : TEXTES[key]
  await cdp.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...commun })
  await moment()
  if (text !== undefined) {
    await cdp.send('Input.dispatchKeyEvent', { type: 'char', ...commun, text })
    await moment()
  }
  await cdp.send('Input.dispatchKeyEvent', { type: 'keyUp', ...commun })
  await moment()
}

/** The figure in focus: among others in a table, or alone; `cellule` is null anywhere else. */
export type EnMain = { cellule: string | null; texte: string; seule: boolean }

/** Where one is, and what stands there: figures alone are told. */
export const lireEnMain = (page: Page): Promise<EnMain> =>
  page.evaluate<EnMain>(`(() => {
    const champ = document.activeElement
    const figure = champ instanceof HTMLInputElement && champ.inputMode !== ''
    return figure && champ.dataset.cellule
      ? { cellule: champ.dataset.cellule, texte: champ.value, seule: !champ.closest('td') }
      : { cellule: null, texte: '', seule: false }
  })()`)

/** What the figures of the page show, by cell. */
export const lireFigures = (page: Page): Promise<Record<string, string>> =>
  page.evaluate<Record<string, string>>(`Object.fromEntries(
    [...document.querySelectorAll('input[data-cellule][inputmode]')]
      .map((champ) => [champ.dataset.cellule, champ.value]))`)
