/** What a person does in a field, by a key, a finger or a keyboard of the screen. */
const GESTES = ['keydown', 'pointerdown', 'input'] as const

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
  if (entier) selectUntouched(champ)
  return rendu
}

/**
 * Selects the field once it is drawn: what comes from outside is drawn in a microtask. Nothing is
 * selected if somebody types in it meanwhile: his next digit would replace the first.
 */
function selectUntouched(champ: HTMLInputElement): void {
  const touche = new AbortController()
  const { signal } = touche
  for (const geste of GESTES) champ.addEventListener(geste, () => touche.abort(), { signal })
  setTimeout(() => {
    if (!signal.aborted && champ === document.activeElement) champ.select()
    touche.abort()
  })
}
