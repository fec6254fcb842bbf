import { sessionApi } from '@releve/contract/session/session.api.ts'
import { envoyer } from '../api/envoi.ts'
import { listAutres } from './attentes.ts'
import { carnets } from './carnets.ts'
import { BASE_COFFRE } from './coffre.ts'
import { BASE_GARDE, oublierGarde } from './garde.ts'
import { getSession, oublierSession } from './session.ts'
import { readAuth } from './stockage.ts'

/** IndexedDB databases of ours bear this prefix: what they hold is of people, so they go too. */
const PREFIXE_BASES = 'releve'

async function deleteBases(): Promise<void> {
  const attendus = listAutres(undefined)
  if (attendus.length > 0) return oublierGarde(attendus)
  // Not everywhere yet: where the list is missing, entries stay bound to their person's name.
  const bases = (await indexedDB.databases?.()) ?? []
  // One that is being made is not on the list, and goes all the same.
  for (const nom of new Set([BASE_GARDE, ...bases.map(({ name = '' }) => name)])) {
    if (nom.startsWith(PREFIXE_BASES) && nom !== BASE_COFFRE) indexedDB.deleteDatabase(nom)
  }
}

/** The site's files, kept for when the network is away: who signs in next keeps them again. */
async function deleteCaches(): Promise<void> {
  if (!('caches' in window) || listAutres(undefined).length > 0) return
  for (const nom of await caches.keys()) await caches.delete(nom)
}

const DELAI_MS = 3000
/**
 * Ends the session on the server, then forgets all of it here, whatever the server answered: all
 * but what waits to be sent, of this person or of another, and what is kept for those.
 * Whoever calls it leads to the login page, then says so by `finirDepart`.
 */
export async function seDeconnecter(): Promise<void> {
  const jeton = getSession().auth?.token.value
  const { deconnecter } = sessionApi
  await envoyer(
    deconnecter,
    { keepalive: true, signal: AbortSignal.timeout(DELAI_MS) },
    jeton,
  ).catch(() => undefined)
  oublierSession(true)
  await Promise.allSettled([carnets.supprimerSiVide(), deleteBases(), deleteCaches()])
}

/**
 * A page that the browser kept whole and shows again (back button) is read anew when its session is
 * gone since: nothing of the person is shown. Returns what stops it.
 */
export function rechargerSiParti(): () => void {
  const revenir = ({ persisted }: PageTransitionEvent) => {
    if (persisted && readAuth() === null) window.location.reload()
  }
  window.addEventListener('pageshow', revenir)
  return () => window.removeEventListener('pageshow', revenir)
}
