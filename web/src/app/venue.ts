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
