import type { KeyboardEvent } from 'react'
import { textesSaisie } from '../saisie.textes.ts'
import type { Entree, Lecture } from '../store/client.ts'

import { acteDe, modeApres } from './mode.ts'
import {
  estEntier,
  estFigure,
  estLibre,
  estSansEffet,
  mettreAuBout,
  modeDe,
  passerEn,
  reposer,
  reposerCase,
  retoucher,
  toucheDe,
} from './touche.ts'

const CHAMP = 'input[data-cellule], select[data-cellule]'

/** What takes these keys: a field, or a figure that is computed and has been clicked. */
type Champ = HTMLInputElement | HTMLSelectElement | HTMLOutputElement

const estChamp = (cible: EventTarget): cible is Champ =>
  (cible instanceof HTMLInputElement ||
    cible instanceof HTMLSelectElement ||
    cible instanceof HTMLOutputElement) &&
  cible.dataset['cellule'] !== undefined

const champDe = (td: Element | null | undefined) => td?.querySelector<HTMLElement>(CHAMP) ?? null

/** The field that stands at the same column, `pas` rows further at most, skipping what is not entered. */
function voisinVertical(depuis: HTMLElement, pas: number): HTMLElement | null {
  const td = depuis.closest('td')
  let tr: Element | null | undefined = td?.parentElement
  let trouve: HTMLElement | null = null
  let reste = Math.abs(pas)
  while (td && tr && reste > 0) {
    tr = pas > 0 ? tr.nextElementSibling : tr.previousElementSibling
    const champ = tr instanceof HTMLTableRowElement ? champDe(tr.cells[td.cellIndex]) : null
    if (champ) {
      trouve = champ
      reste -= 1
    }
  }
  return trouve
}

/** The field beside, in the same row, skipping what is not entered. */
function voisinHorizontal(depuis: HTMLElement, pas: 1 | -1): HTMLElement | null {
  let td: Element | null | undefined = depuis.closest('td')
  while (td) {
    td = pas > 0 ? td.nextElementSibling : td.previousElementSibling
    const champ = champDe(td)
    if (champ) return champ
  }
  return null
}

/** The first field of its row or table, or the last. */
function extreme(depuis: HTMLElement, dans: 'tr' | 'table', bout: 0 | -1): HTMLElement | null {
  return [...(depuis.closest(dans)?.querySelectorAll<HTMLElement>(CHAMP) ?? [])].at(bout) ?? null
}

/** An arrow goes where it points, on the screen: in a page read from right to left, next is left. */
const versLaSuite = (fleche: string) =>
  fleche === (document.documentElement.dir === 'rtl' ? 'ArrowLeft' : 'ArrowRight')

const voisinDeCote = (champ: HTMLElement, fleche: string) =>
  voisinHorizontal(champ, versLaSuite(fleche) ? 1 : -1)

/** Rows that a page of the keyboard goes over. */
const PAGE = 10

/** Where a key leads from a cell of a table; null when it is not the table's, or leads nowhere. */
function viseeDe(touche: string, champ: Champ): HTMLElement | null {
  // Where a caret moves, or days change, the key is the field's own.
  const deCote = champ instanceof HTMLOutputElement || estFigure(champ)
  switch (touche) {
    case 'Enter':
      return voisinVertical(champ, 1)
    case 'Shift+Enter':
      return voisinVertical(champ, -1)
    case 'ArrowDown':
    case 'ArrowUp':
      return champ.type === 'date' ? null : voisinVertical(champ, touche === 'ArrowDown' ? 1 : -1)
    case 'PageDown':
    case 'PageUp':
      return voisinVertical(champ, touche === 'PageDown' ? PAGE : -PAGE)
    case 'ArrowLeft':
    case 'ArrowRight':
      return deCote ? voisinDeCote(champ, touche) : null
    case 'Home':
    case 'End':
      return deCote ? extreme(champ, 'tr', touche === 'Home' ? 0 : -1) : null
    case 'Ctrl+ArrowDown':
    case 'Ctrl+ArrowUp':
      return deCote
        ? voisinVertical(champ, touche === 'Ctrl+ArrowDown' ? Infinity : -Infinity)
        : null
    case 'Ctrl+ArrowLeft':
    case 'Ctrl+ArrowRight':
      return deCote
        ? extreme(champ, 'tr', versLaSuite(touche.slice('Ctrl+'.length)) ? -1 : 0)
        : null
    case 'Ctrl+Home':
    case 'Ctrl+End':
      return extreme(champ, 'table', touche === 'Ctrl+Home' ? 0 : -1)
    default:
      return null
  }
}

/** The lone field under this one, or over it; the text of several lines among them too. */
function viseeSeule(touche: string, champ: Champ): HTMLElement | null {
  const versLeBas = touche === 'Enter' || touche === 'ArrowDown'
  if (!versLeBas && touche !== 'Shift+Enter' && touche !== 'ArrowUp') return null
  if (champ.type === 'date' && touche.startsWith('Arrow')) return null
  const autour = champ.closest('.s-champs')?.querySelectorAll<HTMLElement>(`${CHAMP}, textarea`)
  const champs = [...(autour ?? [])]
  return champs[champs.indexOf(champ) + (versLeBas ? 1 : -1)] ?? null
}

/** Keys that a list leaves to the table: not those that choose in it, nor any while it is unfolded. */
function laisseeParListe(champ: Champ, touche: string): boolean {
  if (!(champ instanceof HTMLSelectElement)) return true
  if (!/(Enter|Ctrl\+(Home|End))$/.test(touche)) return false
  return CSS.supports('selector(:open)') && !champ.matches(':open')
}

/** Copies into a field what stands above it (Ctrl+D), or before it in its row (Ctrl+R). */
function recopier(touche: string, champ: Champ, entree: Entree): boolean {
  if (touche !== 'Ctrl+d' && touche !== 'Ctrl+r') return false
  const source = touche === 'Ctrl+d' ? voisinVertical(champ, -1) : voisinHorizontal(champ, -1)
  const { cellule: adresse } = champ.dataset
  if ((source instanceof HTMLInputElement || source instanceof HTMLSelectElement) && adresse) {
    reposerCase()
    entree.poser([[adresse, source.value]])
  }
  // The browser's own, to keep a page or to reload it, would be a surprise here.
  return true
}

/** A list has no key of its own that takes its choice away. */
function vider(touche: string, champ: Champ, entree: Entree): boolean {
  const videe = champ instanceof HTMLSelectElement && /^(Delete|Backspace)$/.test(touche)
  if (videe) entree.poser([[champ.dataset['cellule'] ?? '', '']])
  return videe
}

/** Fills with zeros the blank cells of the section. */
function mettreAZero(
  touche: string,
  champ: Champ,
  { entree, lecture, annoncer }: CaseTenue,
): boolean {
  const section = lecture.celluleDe(champ.dataset['cellule'] ?? '')?.section
  if (touche !== 'z' || estSansEffet(touche) || section === undefined) return false
  if (!estFigure(champ) || !estLibre(champ)) return false
  reposerCase()
  annoncer(textesSaisie.misesAZero(entree.mettreAZero(section)))
  return true
}

type CaseTenue = { lecture: Lecture; entree: Entree; annoncer: (dit: string) => void }

/** Where a key leads from a cell, in a table or among lone fields. */
const viser = (touche: string, champ: Champ) =>
  (champ.closest('td') ? viseeDe : viseeSeule)(touche, champ)

/** Goes where a key leads, whatever is typed: the cell that is left commits it. */
function aller(touche: string, champ: Champ): boolean {
  const visee = laisseeParListe(champ, touche) ? viser(touche, champ) : null
  visee?.focus()
  return visee !== null
}

/** What is typed in a figure is committed, and one stays in it: the next sign replaces it. */
export function valider(champ: HTMLInputElement, entree: Entree): void {
  reposer(champ)
  entree.quitter(champ.dataset.cellule ?? '')
}

/** Does what a key asks of a figure (`mode.ts`). @returns whether nothing of it is the browser's. */
function auChiffre(touche: string, champ: HTMLInputElement, entree: Entree): boolean {
  const mode = modeDe(champ)
  const acte = acteDe(mode, touche, champ.closest('td') ? 'tableau' : 'seule')
  switch (acte) {
    case 'aller': {
      const visee = viser(touche, champ)
      if (visee === null || visee === champ) valider(champ, entree)
      else visee.focus()
      return true
    }
    case 'remplacer':
      if (!estEntier(champ)) champ.select()
      return false
    case 'prolonger':
      mettreAuBout(champ)
      return false
    case 'laisser':
    case 'placer':
      passerEn(champ, modeApres(mode, acte))
      return false
    case 'ouvrir':
    case 'rendre':
      return ecrit(touche, champ, entree)
  }
}

/** Of any cell that is written or chosen: F2 edits what it holds, Escape gives back what it held. */
function ecrit(touche: string, champ: Champ, entree: Entree): boolean {
  if (champ instanceof HTMLOutputElement) return false
  const texte = champ instanceof HTMLInputElement && champ.type === 'text'
  if (touche === 'F2' && texte) {
    retoucher(champ)
    return true
  }
  if (touche !== 'Escape' || (!texte && !(champ instanceof HTMLSelectElement))) return false
  reposer(champ)
  entree.abandonner(champ.dataset['cellule'] ?? '')
  return true
}

/**
 * Keys of the cells that are entered, in a table or one under the other: they move from cell to
 * cell, skipping what is not entered, edit a text or give it back, copy a neighbour, empty a list,
 * fill with zeros. Keys keep their own meaning in lists, dates and texts.
 */
export function auClavier(evenement: KeyboardEvent<HTMLElement>, tenue: CaseTenue): void {
  const champ = evenement.target
  if (!estChamp(champ)) return
  const touche = toucheDe(evenement.nativeEvent)
  const { entree } = tenue
  const fait =
    (estFigure(champ)
      ? auChiffre(touche, champ, entree)
      : aller(touche, champ) || ecrit(touche, champ, entree)) ||
    recopier(touche, champ, entree) ||
    vider(touche, champ, entree) ||
    mettreAZero(touche, champ, tenue)
  if (fait) evenement.preventDefault()
}
