import { useEffect } from 'react'

/** Width from which the menu stands beside the page; the same in Shell.css. */
const LARGE = '(min-width: 1200px)'

/** Whether the menu stands beside the page now. */
export const estLarge = (): boolean => matchMedia(LARGE).matches

/** Acts when the window becomes wide, or no longer is: what was open for the other width closes. */
export function useAuPassage(acte: () => void): void {
  useEffect(() => {
    const large = matchMedia(LARGE)
    large.addEventListener('change', acte)
    return () => large.removeEventListener('change', acte)
  }, [acte])
}
