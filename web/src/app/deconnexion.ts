import { sessionApi } from '@releve/contract/session/session.api.ts'
import { envoyer } from '../api/envoi.ts'
import { listAutres } from './attentes.ts'
import { carnets } from './carnets.ts'
import { BASE_COFFRE, BASE_DEPARTS } from './coffre.ts'
import { viderGarde } from './garde.ts'
import { finirDepartDesCarnets, preparerDepart } from './scellement.ts'
import { getSession, oublierSession } from './session.ts'
import { readAuth } from './stockage.ts'

/** IndexedDB databases of ours bear this prefix: what they hold is of people, so they go too. */
const PREFIXE_BASES = 'releve'

async function deleteBases(): Promise<void> {
  // What was kept for when the network is away opens to nobody now. One that is being made is not
  // on the list of bases, and goes all the same.
  viderGarde()
  // Not everywhere yet: where the list is missing, entries stay bound to their person's name.
  for (const { name = '' } of (await indexedDB.databases?.()) ?? [])
    if (name.startsWith(PREFIXE_BASES) && name !== BASE_COFFRE && name !== BASE_DEPARTS)
      indexedDB.deleteDatabase(name)
}

/** The site's files, kept for when the network is away: who signs in next keeps them again. */
async function deleteCaches(): Promise<void> {
  if (!('caches' in window) || listAutres(undefined).length > 0) return
  for (const nom of await caches.keys()) await caches.delete(nom)
}

async function laisserCarnets(): Promise<void> {
  await finirDepartDesCarnets()
  await carnets.supprimerSiVide()
}

const DELAI_MS = 3000
/**
 * Ends the session on the server, then forgets all of it here, whatever the server answered: all
 * but what waits to be sent, of this person or of another, which is sealed.
 * Whoever calls it leads to the login page, then says so by `finirDepart`; or, where one is
 * returned, to the address that signs out of the provider too.
 */
export async function seDeconnecter(): Promise<string | null> {
  await preparerDepart()
  const { auth } = getSession()
  const jeton = auth?.token.value
  const sortie = auth?.fournisseur ? await (await import('./sortie.ts')).lireSortie(auth) : null
  const { deconnecter } = sessionApi
  await envoyer(
    deconnecter,
    { keepalive: true, signal: AbortSignal.timeout(DELAI_MS) },
    jeton,
  ).catch(() => undefined)
  oublierSession(true)
  await Promise.allSettled([laisserCarnets(), deleteBases(), deleteCaches()])
  return sortie
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
