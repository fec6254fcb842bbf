import type { ClipboardEvent, KeyboardEvent, ReactNode } from 'react'
import { Defile } from '../../../ui/Defile.tsx'
import { textesSaisie } from '../saisie.textes.ts'
import type { Entree, Lecture } from '../store/store.ts'
import { situer } from './cases.ts'
import { estBloc, lireBloc, type Place, placerBloc } from './collage.ts'
import { estFigure, estRemplacable, toucheDe } from './touche.ts'

type Colle = { posees: number; ignorees: number; dehors: number }

type Props = {
  lecture: Lecture
  entree: Entree | null
  libelle: string
  /** Addresses, row by row: what a pasted block lands on. */
  grille: readonly (readonly string[])[]
  /** Tells what was just done to many cells. */
  annoncer: (dit: string) => void
  className?: string
  children: ReactNode
}

/** A native table of figures; where they are entered, its keys and the blocks pasted into it. */
export function TableSaisie(props: Props) {
  const { lecture, entree, libelle, annoncer, className = '', children } = props
  const ecoutes = entree && {
    onKeyDown: (evenement: KeyboardEvent<HTMLElement>) =>
      auClavier(evenement, { lecture, entree, annoncer }),
    onPaste: (evenement: ClipboardEvent<HTMLElement>) => {
      const colle = auCollage(evenement, props, entree)
      if (colle) annoncer(textesSaisie.collees(colle.posees, colle.ignorees, colle.dehors))
    },
  }
  return (
    <Defile nom={textesSaisie.defiler(libelle)} className="s-defile">
      <table className={`s-table ${className}`} {...ecoutes}>
        {children}
      </table>
    </Defile>
  )
}

const CHAMP = 'input[data-cellule], select[data-cellule]'

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
function voisinDeCote(champ: HTMLElement, touche: string): HTMLElement | null {
  const versLaSuite = document.documentElement.dir === 'rtl' ? 'ArrowLeft' : 'ArrowRight'
  return voisinHorizontal(champ, touche === versLaSuite ? 1 : -1)
}

/** Rows that a page of the keyboard goes over. */
const PAGE = 10

/** Where a key leads from a field of a table; null when it is not the table's. */
function viseeDe(touche: string, champ: HTMLInputElement): HTMLElement | null {
  // Where a caret has to move, or days to change, the key is the field's own.
  const libre = champ.inputMode !== '' && estRemplacable(champ)
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
      return libre ? voisinDeCote(champ, touche) : null
    case 'Home':
    case 'End':
      return libre ? extreme(champ, 'tr', touche === 'Home' ? 0 : -1) : null
    case 'Ctrl+Home':
    case 'Ctrl+End':
      return extreme(champ, 'table', touche === 'Ctrl+Home' ? 0 : -1)
    default:
      return null
  }
}

/** Copies into a field what stands above it (Ctrl+D), or before it in its row (Ctrl+R). */
function recopier(touche: string, champ: HTMLInputElement, entree: Entree): boolean {
  if (touche !== 'Ctrl+d' && touche !== 'Ctrl+r') return false
  const source = touche === 'Ctrl+d' ? voisinVertical(champ, -1) : voisinHorizontal(champ, -1)
  const adresse = champ.dataset.cellule
  if ((source instanceof HTMLInputElement || source instanceof HTMLSelectElement) && adresse) {
    entree.poser([[adresse, source.value]])
    requestAnimationFrame(() => champ.select())
  }
  // The browser's own, to keep a page or to reload it, would be a surprise here.
  return true
}

/** Fills with zeros the blank cells of the table's section. */
function mettreAZero(
  touche: string,
  champ: HTMLInputElement,
  { entree, lecture, annoncer }: Tenue,
) {
  const section = lecture.celluleDe(champ.dataset.cellule ?? '')?.section
  if (touche !== 'z' || section === undefined || !estFigure(champ) || !estRemplacable(champ)) {
    return false
  }
  annoncer(textesSaisie.misesAZero(entree.mettreAZero(section)))
  return true
}

type Tenue = { lecture: Lecture; entree: Entree; annoncer: (dit: string) => void }

/**
 * Keys of a table of entry: they move from cell to cell, skipping what is not entered, copy a
 * neighbour, fill with zeros. Keys keep their own meaning in lists, dates and texts.
 */
function auClavier(evenement: KeyboardEvent<HTMLElement>, tenue: Tenue): void {
  const champ = evenement.target
  if (!(champ instanceof HTMLInputElement)) return
  const touche = toucheDe(evenement)
  const visee = viseeDe(touche, champ)
  visee?.focus()
  const fait =
    visee !== null || recopier(touche, champ, tenue.entree) || mettreAZero(touche, champ, tenue)
  if (fait) evenement.preventDefault()
}

/**
 * A block copied from a spreadsheet falls on the grid from the cell in focus; a single value is
 * left to the browser.
 * @returns what was laid, or null when the paste was not a block.
 */
function auCollage(
  evenement: ClipboardEvent<HTMLElement>,
  { grille, lecture }: Props,
  entree: Entree,
): Colle | null {
  const champ = evenement.target
  const texte = evenement.clipboardData.getData('text/plain')
  if (!(champ instanceof HTMLElement) || !champ.dataset.cellule || !estBloc(texte)) return null
  const depart = situer(grille, champ.dataset.cellule)
  if (!depart) return null
  evenement.preventDefault()
  const places: Place[][] = grille.map((ligne) =>
    ligne.map((adresse) => (lecture.lire(adresse).fermee ? null : adresse)),
  )
  const { textes, ignorees, dehors } = placerBloc(lireBloc(texte), places, depart)
  entree.poser(textes)
  return { posees: textes.length, ignorees, dehors }
}
