import { SnackbarProvider } from 'notistack'
import { useEffect } from 'react'
import { useDessus } from '../ui/useDessus.ts'
import { useAffichage } from './affichage.ts'
import { TOASTS } from './Toast.tsx'
import { retirerToasts } from './toasts.ts'

/** Escape takes the messages away, where nothing else on the page answers it. */
function useEchap(): void {
  useEffect(() => {
    const auClavier = ({ key, defaultPrevented }: KeyboardEvent) => {
      if (key === 'Escape' && !defaultPrevented && !document.querySelector('dialog[open]')) {
        retirerToasts()
      }
    }
    document.addEventListener('keydown', auClavier)
    return () => document.removeEventListener('keydown', auClavier)
  }, [])
}

/** The messages of acts: at most 5, 3 s each, at the top of the page, where a line ends. */
export function Toasts() {
  const { direction } = useAffichage()
  const domRoot = useDessus()
  useEchap()
  return (
    <SnackbarProvider
      maxSnack={5}
      autoHideDuration={3000}
      anchorOrigin={{ vertical: 'top', horizontal: direction === 'rtl' ? 'left' : 'right' }}
      domRoot={domRoot}
      Components={TOASTS}
    />
  )
}
