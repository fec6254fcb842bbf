import { useSyncExternalStore } from 'react'
import { BoutonIcone } from '../ui/BoutonIcone.tsx'
import { textes } from './app.textes.ts'

function subscribe(abonne: () => void): () => void {
  document.addEventListener('fullscreenchange', abonne)
  return () => document.removeEventListener('fullscreenchange', abonne)
}

/** The browser may refuse (a policy, a gesture too old): the page then stays as it is. */
const basculer = (plein: boolean) =>
  void (plein ? document.exitFullscreen() : document.documentElement.requestFullscreen()).catch(
    () => undefined,
  )

/** Fills the screen, or leaves it. Nothing where the browser cannot. */
export function PleinEcran() {
  const plein = useSyncExternalStore(subscribe, () => document.fullscreenElement !== null)
  if (!document.fullscreenEnabled) return null
  return (
    <BoutonIcone
      nom={plein ? 'reduireEcran' : 'pleinEcran'}
      className="app-barre-ecran"
      aria-label={plein ? textes.quitterPleinEcran : textes.pleinEcran}
      onClick={() => basculer(plein)}
    />
  )
}
