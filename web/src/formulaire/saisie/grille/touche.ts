import { touchesSeules } from '../../../app/affichage.ts'
import { ID_RETOUCHE } from './cases.ts'
import type { Mode } from './mode.ts'

type Frappe = Pick<
  KeyboardEvent,
  'key' | 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'isComposing' | 'keyCode'
>

/** What a browser says of a key that a method of input keeps for itself, whatever else it says. */
const COMPOSITION = 229

/**
 * `Ctrl+Shift+z`, `F8`, `=`: the shift of a plain sign is in the sign already. A key of a text that
 * is being composed is none: it chooses, or ends, within the method of input.
 */
export function toucheDe(frappe: Frappe): string {
  const { key, altKey, ctrlKey, metaKey, shiftKey } = frappe
  if (frappe.isComposing || frappe.keyCode === COMPOSITION) return ''
  const tenue = ctrlKey || metaKey
  const montre = shiftKey && (tenue || key.length > 1)
  return `${altKey ? 'Alt+' : ''}${tenue ? 'Ctrl+' : ''}${montre ? 'Shift+' : ''}${key.length === 1 ? key.toLowerCase() : key}`
}

/** A sign alone, which does nothing where one has chosen so: it is then written, as any other. */
export const estSansEffet = (touche: string): boolean =>
  /^[?=nsz]$/.test(touche) && !touchesSeules()

type ChampTexte = HTMLInputElement | HTMLTextAreaElement

/** A field that is blank or wholly selected: typing replaces it. */
export function estEntier(champ: ChampTexte): boolean {
  if (champ.value === '') return true
  return champ.selectionStart === 0 && champ.selectionEnd === champ.value.length
}

/** Where a figure is typed: digits have a meaning there, letters have none. */
export const estFigure = (cible: EventTarget): cible is HTMLInputElement =>
  cible instanceof HTMLInputElement && cible.inputMode !== '' && cible.dataset.cellule !== undefined

/** Where a sign that is no figure puts a whole value: nothing is typed there yet. */
export const estLibre = (champ: HTMLInputElement): boolean =>
  modeDe(champ) === 'repos' || champ.value === ''

/** What one does in a field of a cell: it says it itself, for the style sheet too. */
export function modeDe(champ: HTMLElement): Mode {
  const { geste } = champ.dataset
  return geste === 'frappe' || geste === 'retouche' ? geste : 'repos'
}

/** What one does in a field from now on. */
export function passerEn(champ: HTMLElement, mode: Mode): void {
  const avant = modeDe(champ)
  if (mode === avant) return
  if (mode === 'repos') delete champ.dataset.geste
  else champ.dataset.geste = mode
  if (mode === 'retouche' || avant === 'retouche') decrire(champ, mode === 'retouche')
}

/** That arrows move a caret is told of the cell where they do, and of no other. */
function decrire(champ: HTMLElement, retouche: boolean): void {
  const ids = (champ.getAttribute('aria-describedby') ?? '').split(' ')
  const autres = ids.filter((id) => id !== '' && id !== ID_RETOUCHE)
  champ.setAttribute('aria-describedby', [...autres, ...(retouche ? [ID_RETOUCHE] : [])].join(' '))
}

const estTexteDeCase = (cible: unknown): cible is HTMLInputElement =>
  cible instanceof HTMLInputElement && cible.type === 'text' && cible.dataset.cellule !== undefined

/** Nothing is typed in the field any more: it is whole, and the next sign replaces it. */
export function reposer(champ: EventTarget | null): void {
  if (!estTexteDeCase(champ)) return
  passerEn(champ, 'repos')
  if (champ === document.activeElement) champ.select()
}

/**
 * The same of the cell in focus, before something is laid there: the field shows it, whole, which
 * it would not while somebody types in it.
 */
export const reposerCase = (): void => reposer(document.activeElement)

/** The caret at the end of what the field holds, where one then edits it. */
export function retoucher(champ: EventTarget): void {
  if (!estTexteDeCase(champ)) return
  if (estFigure(champ)) passerEn(champ, 'retouche')
  mettreAuBout(champ)
}

export function mettreAuBout(champ: HTMLInputElement): void {
  const { length } = champ.value
  if (champ.selectionStart !== length || champ.selectionEnd !== length)
    champ.setSelectionRange(length, length)
}

/**
 * Whether somebody is at work in the field: nothing but his own acts may then change its text, its
 * caret or what is selected in it.
 */
export const estEnMain = (champ: ChampTexte): boolean =>
  champ === document.activeElement &&
  (modeDe(champ) !== 'repos' || !estEntier(champ)) &&
  document.hasFocus()

/**
 * A click in a cell: it chooses it whole, or where it was chosen already, edits it where the
 * browser puts the caret. Some of a text may have been chosen by the same press: it stays so.
 */
export function auClic(champ: EventTarget, deja: boolean): void {
  if (!estTexteDeCase(champ)) return
  const choisi = champ.selectionStart !== champ.selectionEnd
  if (deja) {
    if (estFigure(champ)) passerEn(champ, 'retouche')
  } else if (!choisi || estFigure(champ)) reposer(champ)
}
