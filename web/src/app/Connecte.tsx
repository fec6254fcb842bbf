import { QueryClientProvider } from '@tanstack/react-query'
import { type ComponentType, Suspense, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { type Toast as Annonce, resolveValue, toast, useToaster } from 'react-hot-toast/headless'
import { Outlet } from 'react-router'
import { Alerte } from '../ui/Alerte.tsx'
import { BoutonIcone } from '../ui/BoutonIcone.tsx'
import { useDessus } from '../ui/useDessus.ts'
import { useTouches } from '../ui/useTouches.ts'
import { textesApp } from './app.textes.ts'
import { queryClient } from './queryClient.ts'
import { oublierSessionFinie } from './reprise.ts'
import { useSession } from './useSession.ts'
import './Toast.css'

type Props = { annonce: Annonce; startPause: () => void; endPause: () => void }

/** What the outcome of an act is, or what only informs. */
const GRAVITES = { error: 'error', success: 'success', blank: 'info' } as const

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
function Toast({ annonce, startPause, endPause }: Props) {
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
          compacte
          gravite={GRAVITES[annonce.type as keyof typeof GRAVITES]}
          action={
            <BoutonIcone
              nom="fermer"
              size="small"
              aria-label={textesApp.fermerMessage}
              onClick={fermer}
            />
          }
        >
          {resolveValue(annonce.message, annonce)}
        </Alerte>
      )}
    </div>
  )
}

/** Escape takes the messages away, where nothing else on the page answers it. */
function useEchap(fermer: () => void): void {
  useTouches(({ key, defaultPrevented }) => {
    if (key === 'Escape' && !defaultPrevented && !document.querySelector('dialog[open]')) fermer()
  })
}

/** How long a message stays, and how long it takes to leave (Toast.css), in milliseconds. */
const DUREES = { duration: 3000, removeDelay: 160 }

/** The messages of acts: at most 5, 3 s each, at the top of the page, where a line ends. */
function Toasts() {
  const { toasts, handlers } = useToaster(DUREES)
  const { startPause, endPause } = handlers
  useEchap(() => {
    toast.removeAll()
    endPause()
  })
  return createPortal(
    <div className="app-toasts">
      {toasts.map((annonce) => (
        <Toast key={annonce.id} {...{ annonce, startPause, endPause }} />
      ))}
    </div>,
    useDessus(),
  )
}

/**
 * What surrounds the screens that ask the server: their answers, the messages of acts, and the
 * dialog to sign in again. The public pages do without, and are lighter for it.
 */
export function Connecte({ Reconnexion }: { Reconnexion: ComponentType }) {
  const { aReconnecter } = useSession()
  useEffect(() => {
    // Tried again at the next start.
    oublierSessionFinie().catch(() => undefined)
  }, [])
  return (
    <QueryClientProvider client={queryClient}>
      <Outlet />
      {aReconnecter && (
        <Suspense>
          <Reconnexion />
        </Suspense>
      )}
      <Toasts />
    </QueryClientProvider>
  )
}
