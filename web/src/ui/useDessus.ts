import { useEffect, useState } from 'react'
import { suivreModales } from './modales.ts'

/**
 * An element that follows what is on top, for what must be seen and reached whatever is open: in
 * the dialog on top while there is one, for what lies outside it is hidden, unheard and out of
 * reach; at the end of the page otherwise. A live region that was told (`data-dite`) moves as a
 * plain element: put anew in the page, it would be told once more.
 */
export function useDessus(): HTMLElement {
  const [racine] = useState(() => document.createElement('div'))
  useEffect(() => {
    const stop = suivreModales((dessus) => {
      for (const dite of racine.querySelectorAll('[data-dite]')) dite.removeAttribute('role')
      ;(dessus ?? document.body).append(racine)
    })
    return () => {
      stop()
      racine.remove()
    }
  }, [racine])
  return racine
}
