import type { ClipboardEvent, KeyboardEvent, ReactNode } from 'react'
import { Defile } from '../../../ui/Defile.tsx'
import { textesSaisie } from '../saisie.textes.ts'
import type { Entree, Lecture } from '../store/store.ts'
import { situer } from './cases.ts'
import { estBloc, lireBloc, type Place, placerBloc } from './collage.ts'

export type Colle = { posees: number; ignorees: number; dehors: number }

type Props = {
  lecture: Lecture
  entree: Entree | null
  libelle: string
  /** Addresses, row by row: what a pasted block lands on. */
  grille: readonly (readonly string[])[]
  surCollage: (colle: Colle) => void
  className?: string
  children: ReactNode
}

/** A native table of figures; where they are entered, its keys and the blocks pasted into it. */
export function TableSaisie(props: Props) {
  const { entree, libelle, surCollage, className = '', children } = props
  const ecoutes = entree && {
    onKeyDown: (evenement: KeyboardEvent<HTMLElement>) => auClavier(evenement, entree),
    onPaste: (evenement: ClipboardEvent<HTMLElement>) => {
      const colle = auCollage(evenement, props, entree)
      if (colle) surCollage(colle)
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

const PAS = { ArrowDown: 1, ArrowUp: -1, Enter: 1 } as const

/** The field that stands at the same column, `pas` rows further, skipping what is not entered. */
function voisinVertical(depuis: HTMLElement, pas: 1 | -1): HTMLElement | null {
  const td = depuis.closest('td')
  let tr: Element | null | undefined = td?.parentElement
  while (td && tr) {
    tr = pas > 0 ? tr.nextElementSibling : tr.previousElementSibling
    const champ =
      tr instanceof HTMLTableRowElement ? tr.cells[td.cellIndex]?.querySelector(CHAMP) : null
    if (champ instanceof HTMLElement) return champ
  }
  return null
}
const CHAMP = 'input[data-cellule], select[data-cellule]'

/** The field beside, in the same row, skipping what is not entered. */
function voisinHorizontal(depuis: HTMLElement, pas: 1 | -1): HTMLElement | null {
  let td: Element | null | undefined = depuis.closest('td')
  while (td) {
    td = pas > 0 ? td.nextElementSibling : td.previousElementSibling
    const champ = td?.querySelector<HTMLElement>(CHAMP)
    if (champ) return champ
  }
  return null
}

/** An arrow goes where it points, on the screen: in a page read from right to left, next is left. */
function voisinDeCote(champ: HTMLInputElement, touche: string): HTMLElement | null {
  const versLaSuite = document.documentElement.dir === 'rtl' ? 'ArrowLeft' : 'ArrowRight'
  return voisinHorizontal(champ, touche === versLaSuite ? 1 : -1)
}

/**
 * Keys of a table of entry: Enter and the vertical arrows go to the cell below or above; the others
 * to the cell beside, from a figure that is blank or wholly selected, where no caret has to move;
 * Tab goes row by row by itself, « = » in such a cell takes the previous month's value. Keys keep
 * their own meaning in lists, dates and texts.
 */
function auClavier(evenement: KeyboardEvent<HTMLElement>, entree: Entree): void {
  const champ = evenement.target
  if (!(champ instanceof HTMLInputElement)) return
  if (evenement.altKey || evenement.ctrlKey || evenement.metaKey) return
  if (evenement.key === '=' && champ.dataset.cellule && estRemplacable(champ)) {
    evenement.preventDefault()
    entree.reprendre(champ.dataset.cellule)
    return
  }
  if (evenement.key === 'ArrowLeft' || evenement.key === 'ArrowRight') {
    const libre = !evenement.shiftKey && champ.inputMode !== '' && estRemplacable(champ)
    aller(evenement, libre ? voisinDeCote(champ, evenement.key) : null)
    return
  }
  if (!(evenement.key in PAS)) return
  // Checked on the line above; dates keep their arrows.
  const pas = PAS[evenement.key as keyof typeof PAS]
  if (champ.type === 'date' && evenement.key !== 'Enter') return
  aller(evenement, voisinVertical(champ, evenement.shiftKey ? (-pas as 1 | -1) : pas))
}

function aller(evenement: KeyboardEvent, voisin: HTMLElement | null): void {
  if (!voisin) return
  evenement.preventDefault()
  voisin.focus()
}

function estRemplacable(champ: HTMLInputElement): boolean {
  if (champ.value === '') return true
  return champ.selectionStart === 0 && champ.selectionEnd === champ.value.length
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
