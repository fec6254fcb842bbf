import { useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { Evitement } from '../ui/Evitement.tsx'

/** Where the frame keeps room for the way that a screen adds to « Aller au contenu ». */
const PLACE = 'evitement-ecran'

const chercher = () => document.getElementById(PLACE)
const jamais = () => () => undefined

/** The room itself, of the frame. */
export const PlaceEvitement = () => <span id={PLACE} className="app-evitement-ecran" />

/** A way past what comes first on this screen, beside the one of the frame. */
export function EvitementDEcran({ libelle, surChoix }: { libelle: string; surChoix: () => void }) {
  // The frame may be drawn with this screen: the room is there once both are.
  const place = useSyncExternalStore(jamais, chercher)
  if (!place) return null
  return createPortal(<Evitement {...{ surChoix }}>{libelle}</Evitement>, place)
}
