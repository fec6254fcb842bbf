import { useEffect } from 'react'

const REPOS_MS = 1500

/** Reads, once the page is at rest, code that must be there when the line no longer is. */
export function useAuRepos(lire: () => Promise<unknown>): void {
  useEffect(() => {
    // What fails is asked for again when it is needed.
    const minuterie = setTimeout(() => void lire().catch(() => undefined), REPOS_MS)
    return () => clearTimeout(minuterie)
  }, [lire])
}

/**
 * Code that some screens read in advance. `venue`: what has come of it, null until then; drawn as it
 * is, where React's `lazy` would first show a wait for code that is there.
 */
export function createVenue<T>(lire: () => Promise<{ default: T }>) {
  let venue: T | null = null
  return {
    charger: async () => {
      const lu = await lire()
      venue = lu.default
      return lu
    },
    venue: () => venue,
  }
}
