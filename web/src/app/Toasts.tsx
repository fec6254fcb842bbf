import { useEffect } from 'react'
import { createPortal } from 'react-dom'
import { toast, useToaster } from 'react-hot-toast/headless'
import { useDessus } from '../ui/useDessus.ts'
import { Toast } from './Toast.tsx'

/** Escape takes the messages away, where nothing else on the page answers it. */
function useEchap(fermer: () => void): void {
  useEffect(() => {
    const auClavier = ({ key, defaultPrevented }: KeyboardEvent) => {
      if (key === 'Escape' && !defaultPrevented && !document.querySelector('dialog[open]')) fermer()
    }
    document.addEventListener('keydown', auClavier)
    return () => document.removeEventListener('keydown', auClavier)
  }, [fermer])
}

/** How long a message stays, and how long it takes to leave (Toast.css), in milliseconds. */
const DUREES = { duration: 3000, removeDelay: 160 }

/** The messages of acts: at most 5, 3 s each, at the top of the page, where a line ends. */
export function Toasts() {
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
