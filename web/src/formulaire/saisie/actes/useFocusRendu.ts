import { useEffect } from 'react'

/** What opened the dialog of an act may go away with it: the page is then read from its heading. */
export function useFocusRendu(): void {
  useEffect(
    () => () => {
      if (document.activeElement !== document.body) return
      document.querySelector('h1')?.focus({ preventScroll: true })
    },
    [],
  )
}
