const ELEMENTS = '[role^="menuitem"]'

type Touche = { key: string; ctrlKey: boolean; altKey: boolean; metaKey: boolean }

const estLettre = ({ key, ctrlKey, altKey, metaKey }: Touche) =>
  key.length === 1 && key !== ' ' && !ctrlKey && !altKey && !metaKey

/** Index that a key leads to among these names, from `actuel`; null when it leads nowhere. */
export function rangVise(noms: readonly string[], actuel: number, touche: Touche): number | null {
  const n = noms.length
  if (n === 0) return null
  if (touche.key === 'ArrowDown') return (actuel + 1) % n
  if (touche.key === 'ArrowUp') return (actuel - 1 + n) % n
  if (touche.key === 'Home') return 0
  if (touche.key === 'End') return n - 1
  if (!estLettre(touche)) return null
  const lettre = touche.key.toLocaleLowerCase('fr')
  for (let pas = 1; pas <= n; pas += 1) {
    const rang = (actuel + pas) % n
    if (noms[rang]?.toLocaleLowerCase('fr').startsWith(lettre)) return rang
  }
  return null
}

/** Moves the focus among the choices of a menu. True when the key served. */
export function viser(menu: Element, touche: Touche): boolean {
  const elements = [...menu.querySelectorAll<HTMLElement>(ELEMENTS)]
  const actuel = elements.findIndex((element) => element === document.activeElement)
  const noms = elements.map((element) => element.textContent.trim())
  const rang = rangVise(noms, actuel, touche)
  if (rang === null) return false
  elements[rang]?.focus()
  return true
}
