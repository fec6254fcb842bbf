import type { KeyboardEvent } from 'react'

/** `Ctrl+Shift+z`, `F8`, `=`: the shift of a plain sign is in the sign already. */
export function toucheDe({ key, altKey, ctrlKey, metaKey, shiftKey }: KeyboardEvent): string {
  const tenue = ctrlKey || metaKey
  const montre = shiftKey && (tenue || key.length > 1)
  return `${altKey ? 'Alt+' : ''}${tenue ? 'Ctrl+' : ''}${montre ? 'Shift+' : ''}${key.length === 1 ? key.toLowerCase() : key}`
}

/** A field that is blank or wholly selected: no caret has to move in it, and typing replaces it. */
export function estRemplacable(champ: HTMLInputElement): boolean {
  if (champ.value === '') return true
  return champ.selectionStart === 0 && champ.selectionEnd === champ.value.length
}

/** Where a figure is typed: digits have a meaning there, letters have none. */
export const estFigure = (cible: EventTarget): cible is HTMLInputElement =>
  cible instanceof HTMLInputElement && cible.inputMode !== '' && cible.dataset.cellule !== undefined

/** Once the cell in focus shows what was laid there, so that the next key replaces or extends it. */
export function reprendreCase(): void {
  requestAnimationFrame(() => {
    const champ = document.activeElement
    if (champ && estFigure(champ)) champ.select()
  })
}
