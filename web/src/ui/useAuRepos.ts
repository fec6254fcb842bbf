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
