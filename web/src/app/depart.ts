import { getSession } from './session.ts'
import { hasBrouillon } from './stockage.ts'

/** Saves what waits now. True once nothing does. */
type Enregistrer = () => Promise<boolean>

const DELAI_MS = 3000
const enregistrements = new Set<Enregistrer>()

/** What a screen must still save before the session goes. Returns what takes it back. */
export function avantDepart(enregistrer: Enregistrer): () => void {
  // Of its own, so that one screen's word is not taken back by another's.
  const inscrit: Enregistrer = () => enregistrer()
  enregistrements.add(inscrit)
  return () => void enregistrements.delete(inscrit)
}

async function enregistrerTout(): Promise<boolean> {
  const issues = await Promise.all([...enregistrements].map((acte) => acte().catch(() => false)))
  return issues.every(Boolean)
}

/**
 * Saves what waits before the person signs out, for `delai` milliseconds at most.
 * @returns false when signing out now would lose what he typed.
 */
export async function enregistrerAvantDepart(delai = DELAI_MS): Promise<boolean> {
  const { auth, aReconnecter } = getSession()
  // Without a token nothing can be saved, and each try would ask to sign in again.
  if (!aReconnecter && enregistrements.size > 0) {
    let minuterie: ReturnType<typeof setTimeout> | undefined
    const trop = new Promise<false>((finir) => {
      minuterie = setTimeout(() => finir(false), delai)
    })
    const fait = await Promise.race([enregistrerTout(), trop])
    clearTimeout(minuterie)
    if (!fait) return false
  }
  return auth === null || !hasBrouillon(auth.identifiant)
}
