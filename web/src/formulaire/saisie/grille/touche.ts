type Frappe = Pick<KeyboardEvent, 'key' | 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey'>

/** `Ctrl+Shift+z`, `F8`, `=`: the shift of a plain sign is in the sign already. */
export function toucheDe({ key, altKey, ctrlKey, metaKey, shiftKey }: Frappe): string {
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

/**
 * Takes the cell in focus whole once it shows what was laid there, so that the next key replaces or
 * extends it: as soon as React has drawn it, which is before any other key is heard. A frame may
 * come after two of them on a slow machine, and would choose what they typed.
 */
export function reprendreCase(): void {
  queueMicrotask(() => {
    const champ = document.activeElement
    if (!(champ instanceof HTMLInputElement) || champ.type !== 'text') return
    if (champ.dataset.cellule !== undefined) champ.select()
  })
}
