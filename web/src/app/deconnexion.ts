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
/** Ends the session on the server, then forgets all of it here, whatever the server answered. */
export async function seDeconnecter(): Promise<void> {
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
