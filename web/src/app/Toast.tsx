import { useEffect, useState } from 'react'
import { type Toast as Annonce, resolveValue, toast } from 'react-hot-toast/headless'
import { Alerte } from '../ui/Alerte.tsx'
import { BoutonIcone } from '../ui/BoutonIcone.tsx'
import { textes } from './app.textes.ts'
import './Toast.css'

type Props = { annonce: Annonce; startPause: () => void; endPause: () => void }

/** Long enough for a screen reader to have taken it, in milliseconds. */
const DITE = 1000

/**
 * `posee`: the region is in the page since a frame, and what comes into it is told. `dite`: it was
 * told, and is not told again where it moves to (useDessus).
 */
function useRegion() {
  const [posee, setPosee] = useState(false)
  const [dite, setDite] = useState(false)
  useEffect(() => {
    const image = requestAnimationFrame(() => setPosee(true))
    const attente = setTimeout(() => setDite(true), DITE)
    return () => {
      cancelAnimationFrame(image)
      clearTimeout(attente)
    }
  }, [])
  return { posee, dite }
}

/** The outcome of an act. It looks like the messages of the page, and waits while it is read. */
export function Toast({ annonce, startPause, endPause }: Props) {
  const { posee, dite } = useRegion()
  const { role, 'aria-live': vive } = annonce.ariaProps
  const muet = vive === 'off'
  const fermer = () => {
    toast.remove(annonce.id)
    // What leaves under the pointer or the focus does not say that they left.
    endPause()
  }
  return (
    <div
      className="app-toast"
      role={muet ? undefined : role}
      data-dite={dite || undefined}
      data-sort={annonce.visible ? undefined : ''}
      onPointerEnter={startPause}
      onPointerLeave={endPause}
      onFocus={startPause}
      onBlur={endPause}
    >
      {posee && (
        <Alerte
          gravite={annonce.type === 'error' ? 'error' : 'success'}
          action={<BoutonIcone nom="fermer" aria-label={textes.fermerMessage} onClick={fermer} />}
        >
          {resolveValue(annonce.message, annonce)}
        </Alerte>
      )}
    </div>
  )
}
