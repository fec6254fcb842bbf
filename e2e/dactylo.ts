// One who types, by the browser's protocol: a key goes down, says its sign and comes up, and the
// world may act at each of these moments.
import type { Page } from '@playwright/test'

/** What the browser is asked, and answers. */
export type Ligne = {
  send<T = unknown>(method: string, params?: object): Promise<T>
  close(): void
}

/**
 * Speaks to the one page of the browser that listens on this port, by itself: each key is three
 * words, and Playwright's way of saying one costs nearly as much as what the page does of it.
 */
export async function ouvrirLigne(port: number): Promise<Ligne> {
  const reponse = await fetch(`http://127.0.0.1:${port}/json/list`)
  // What the protocol says of what may be spoken to.
  const cibles = (await reponse.json()) as { type: string; webSocketDebuggerUrl: string }[]
  const sienne = cibles.find(({ type }) => type === 'page')
  const socket = new WebSocket(sienne?.webSocketDebuggerUrl ?? '')
  const attendus = new Map<number, PromiseWithResolvers<never>>()
  socket.addEventListener('message', ({ data }) => {
    const { id, result, error } = JSON.parse(String(data))
    const attendu = attendus.get(id)
    attendus.delete(id)
    if (error) attendu?.reject(new Error(error.message))
    else attendu?.resolve(result as never)
  })
  socket.addEventListener('close', () => {
    for (const attendu of attendus.values()) attendu.reject(new Error('le navigateur s’est tu'))
  })
  await new Promise((ouvert, echec) => {
    socket.addEventListener('open', ouvert)
    socket.addEventListener('error', echec)
  })
  let dernier = 0
  return {
    send(method, params = {}) {
      dernier += 1
      const attendu = Promise.withResolvers<never>()
      attendus.set(dernier, attendu)
      socket.send(JSON.stringify({ id: dernier, method, params }))
      return attendu.promise
    },
    close: () => socket.close(),
  }
}

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
export async function frapper(cdp: Ligne, touche: string, moment = RIEN): Promise<void> {
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
export async function lireEnMain(cdp: Ligne): Promise<EnMain> {
  const { result } = await cdp.send<{ result: { value: EnMain } }>('Runtime.evaluate', {
    returnByValue: true,
    expression: `(() => {
    const champ = document.activeElement
    const figure = champ instanceof HTMLInputElement && champ.inputMode !== ''
    return figure && champ.dataset.cellule
      ? { cellule: champ.dataset.cellule, texte: champ.value, seule: !champ.closest('td') }
      : { cellule: null, texte: '', seule: false }
  })()`,
  })
  return result.value
}

/** What the figures of the page show, by cell. */
export const lireFigures = (page: Page): Promise<Record<string, string>> =>
  page.evaluate<Record<string, string>>(`Object.fromEntries(
    [...document.querySelectorAll('input[data-cellule][inputmode]')]
      .map((champ) => [champ.dataset.cellule, champ.value]))`)
