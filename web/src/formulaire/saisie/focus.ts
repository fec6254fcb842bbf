import type { FocusEvent, KeyboardEvent } from 'react'
import { ID_PANNEAU } from './PanneauCase.tsx'
import type { Saisie } from './saisie.types.ts'

/** Address of the cell that an element of the page stands for. */
export const adresseDe = (element: EventTarget): string | undefined =>
  element instanceof HTMLElement ? element.dataset.cellule : undefined

/** The cell in focus becomes the active one; its text is selected, so that typing replaces it. */
export function auFocus({ target }: FocusEvent, saisie: Saisie): void {
  const adresse = adresseDe(target)
  if (adresse === undefined) return
  saisie.activer(adresse)
  if (target instanceof HTMLInputElement && target.type === 'text') target.select()
}

/** F2, in a cell, opens its options and goes to the first of them. */
export function auClavierPage(evenement: KeyboardEvent, ouvrir: (ouvert: boolean) => void): void {
  if (evenement.key !== 'F2' || adresseDe(evenement.target) === undefined) return
  evenement.preventDefault()
  ouvrir(true)
  requestAnimationFrame(() => {
    const panneau = document.getElementById(ID_PANNEAU)
    const vise =
      panneau?.querySelector<HTMLElement>('.s-panneau-corps textarea') ??
      panneau?.querySelector<HTMLElement>('.s-panneau-corps button')
    vise?.focus({ preventScroll: true })
    // The panel has grown over the foot of the page: its cell must stay in sight.
    if (evenement.target instanceof HTMLElement)
      evenement.target.scrollIntoView({ block: 'nearest' })
  })
}
