import { sonder } from './ligne.ts'
import { getSession, relireSession } from './session.ts'
import { type Auth, readAuth } from './stockage.ts'

/** How long after the end of a session what is kept of it still opens without network. */
const GRACE_MS = 7 * 24 * 3_600_000

const finDe = ({ dateExpirationSession, token }: Auth) =>
  Date.parse(dateExpirationSession ?? token.expirationDate)

/**
 * Without network nobody can sign in: whoever did not sign out finds again what is kept of his own.
 * The server gives him nothing until he has signed in; he is asked to once it answers.
 */
export async function reprendreHorsLigne(): Promise<void> {
  const auth = readAuth()
  if (!auth || getSession().auth || finDe(auth) + GRACE_MS < Date.now()) return
  if ((await sonder()) || getSession().auth) return
  relireSession(auth)
}
