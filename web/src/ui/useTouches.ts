import { useLayoutEffect } from 'react'

/**
 * Hears every key pressed on the page, as soon as what shows is there: an effect that waits for the
 * picture loses the key of whoever is quick. `ou` says where keys are heard, in the order in which
 * they rise: the page's body before the document.
 */
export function useTouches(
  entendre: (evenement: KeyboardEvent) => void,
  ou: Document | HTMLElement = document,
): void {
  useLayoutEffect(() => {
    const fin = new AbortController()
    ou.addEventListener('keydown', entendre as EventListener, { signal: fin.signal })
    return () => fin.abort()
  }, [entendre, ou])
}

/** Whether keys are at hand: on a screen that one touches, none of ours is. */
export const aDesTouches = (): boolean => !globalThis.matchMedia?.('(pointer: coarse)').matches
