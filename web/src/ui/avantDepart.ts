/** Saves what waits now. True once nothing does. */
type Enregistrer = () => Promise<boolean>

const enregistrements = new Set<Enregistrer>()

/** What a screen must still save before the session goes. Returns what takes it back. */
export function avantDepart(enregistrer: Enregistrer): () => void {
  // Of its own, so that one screen's word is not taken back by another's.
  const inscrit: Enregistrer = () => enregistrer()
  enregistrements.add(inscrit)
  return () => void enregistrements.delete(inscrit)
}

/** Saves all that waits; null when nothing does. */
export function enregistrerTout(): Promise<boolean> | null {
  if (enregistrements.size === 0) return null
  const actes = [...enregistrements].map((acte) => acte().catch(() => false))
  return Promise.all(actes).then((issues) => issues.every(Boolean))
}
