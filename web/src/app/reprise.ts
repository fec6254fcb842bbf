import { hasGarde, viderGarde } from './garde.ts'
import { sonder } from './ligne.ts'
import { getSession, relireSession } from './session.ts'
import { type Auth, estPostePartage, readAuth } from './stockage.ts'

/** How long after the end of a session what is kept of it still opens without network. */
const GRACE_MS = 7 * 24 * 3_600_000

const finDe = ({ dateExpirationSession, token }: Auth) =>
  Date.parse(dateExpirationSession ?? token.expirationDate)

/**
 * Without network nobody can sign in: whoever did not sign out finds again what is kept of his
 * own, but on a shared computer, which keeps nothing. The server gives him nothing until he has
 * signed in; he is asked to once it answers.
 */
export async function reprendreHorsLigne(): Promise<void> {
  const auth = readAuth()
  if (!auth || getSession().auth || finDe(auth) + GRACE_MS < Date.now()) return
  if ((await sonder()) || getSession().auth || estPostePartage()) return
  relireSession(auth)
}

/**
 * A session that has ended leaves nothing that opens without network: from the first start at which
 * the server answers (decision 0076). Without it, one could not sign in to have it back.
 */
export async function oublierSessionFinie(): Promise<void> {
  const auth = readAuth()
  const estFinie = !auth || finDe(auth) <= Date.now()
  if (getSession().auth || !estFinie || !(await hasGarde())) return
  if ((await sonder()) && !getSession().auth) viderGarde()
}
