import { useEffect } from 'react'
import { useBlocker } from 'react-router'
import { avantDepart } from '../app/depart.ts'

/**
 * Holds whoever leaves with something typed and not recorded: by a link, by the browser's own
 * buttons, by closing the page, or by signing out. Returns the departure that waits for a word.
 */
export function useGarde(modifie: boolean) {
  useEffect(() => {
    if (!modifie) return
    const avantDePartir = (evenement: BeforeUnloadEvent) => evenement.preventDefault()
    window.addEventListener('beforeunload', avantDePartir)
    const oublierDepart = avantDepart(() => Promise.resolve(false))
    return () => {
      window.removeEventListener('beforeunload', avantDePartir)
      oublierDepart()
    }
  }, [modifie])
  return useBlocker(modifie)
}
