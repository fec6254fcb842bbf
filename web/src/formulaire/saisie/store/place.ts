/**
 * Does what may change the figure of the field in focus, and leaves it as one had it: a figure that
 * was selected whole, to be replaced by what is typed next, still is.
 */
export function garderPlace<T>(changer: () => T): T {
  const champ = document.activeElement
  const entier =
    champ instanceof HTMLInputElement &&
    champ.dataset['cellule'] !== undefined &&
    champ.type === 'text' &&
    champ.selectionStart === 0 &&
    champ.selectionEnd === champ.value.length
  const rendu = changer()
  // Once it is drawn: what comes from outside is drawn in a microtask.
  if (entier) setTimeout(() => champ === document.activeElement && champ.select())
  return rendu
}
