import { sessionApi } from '@releve/contract/session/session.api.ts'
import { envoyer } from './envoi.ts'
import { getSession, oublierSession } from './session.ts'

/** IndexedDB databases of ours bear this prefix: they hold unsent entries, so they go too. */
const PREFIXE_BASES = 'releve'

async function deleteBases(): Promise<void> {
  // Not everywhere yet: where the list is missing, entries stay bound to their person's name.
  const bases = (await indexedDB.databases?.()) ?? []
  for (const { name } of bases) {
    if (name?.startsWith(PREFIXE_BASES)) indexedDB.deleteDatabase(name)
  }
}

const DELAI_MS = 3000
const aAchever = new Set<() => Promise<unknown>>()

/** What a screen must still save before the session goes. Returns what takes it back. */
export function avantDeconnexion(acte: () => Promise<unknown>): () => void {
  aAchever.add(acte)
  return () => void aAchever.delete(acte)
}

async function achever(): Promise<void> {
  // Without a token nothing can be saved, and each try would ask to sign in again.
  if (getSession().aReconnecter || aAchever.size === 0) return
  const actes = Promise.allSettled([...aAchever].map((acte) => acte()))
  await Promise.race([actes, new Promise((finir) => setTimeout(finir, DELAI_MS))])
}

/**
 * Saves what waits, ends the session on the server, then forgets all of it here, whatever the
 * server answered.
 */
export async function seDeconnecter(): Promise<void> {
  await achever()
  const jeton = getSession().auth?.token.value
  const { deconnecter } = sessionApi
  await envoyer(
    deconnecter,
    { keepalive: true, signal: AbortSignal.timeout(DELAI_MS) },
    jeton,
  ).catch(() => undefined)
  oublierSession()
  await deleteBases().catch(() => undefined)
}
