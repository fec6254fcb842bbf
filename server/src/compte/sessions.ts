import { noter } from '../journal/noter.sql.ts'
import type { Agent } from '../platform/agent.ts'
import { inTransaction } from '../platform/base/transaction.ts'
import type { Contexte, Db } from '../platform/route.ts'
import { fermerSession, listSessionsOuvertes, type SessionOuverte } from '../session/session.sql.ts'
import { exigerMotDePasse, type SurSoi, tenirVerifie } from './preuve.ts'

/** One of the caller's open sessions; anybody else's does not exist for him. */
export async function findSaSession(
  db: Db,
  { id: utilisateurId }: Agent,
  id: number,
  maintenant: Date,
): Promise<SessionOuverte | undefined> {
  const sessions = await listSessionsOuvertes(db, utilisateurId, maintenant)
  return sessions.find((session) => session.id === id)
}

/**
 * Does it once the caller has given his password: whoever has but his session would else shut him
 * out of the others, and stay. Throws what a wrong password throws.
 */
async function parMotDePasse<T>(
  appel: SurSoi,
  password: string,
  faire: (contexte: Contexte) => Promise<T>,
): Promise<T> {
  const { agent, maintenant } = appel
  const compte = await exigerMotDePasse(appel, password)
  return inTransaction(appel.db, async (db) => {
    await tenirVerifie(db, compte)
    return faire({ db, agent, maintenant })
  })
}

/** Closes one of one's own sessions, by one's password: its tokens are worth nothing any more. */
export function fermerSaSession(
  appel: SurSoi,
  { id, adresse, appareil }: SessionOuverte,
  password: string,
): Promise<undefined> {
  return parMotDePasse(appel, password, async (contexte) => {
    await fermerSession(contexte.db, id, 'TITULAIRE', contexte.maintenant)
    await noter(contexte, 'SESSION_FERMEE', { detail: { adresse, appareil } })
    return undefined
  })
}

/** Closes every session of one's own but the one that asks, by one's password. */
export const fermerSesAutresSessions = (appel: SurSoi, password: string) =>
  parMotDePasse(appel, password, fermerAutresSessions)

/** Closes every session of one's own but the one that asks. */
export async function fermerAutresSessions(contexte: Contexte) {
  const { db, agent, maintenant: le } = contexte
  const ouvertes = await listSessionsOuvertes(db, agent.id, le)
  const autres = ouvertes.filter(({ id }) => id !== agent.sessionId)
  for (const { id } of autres) await fermerSession(db, id, 'TITULAIRE', le)
  const fermees = autres.length
  if (fermees > 0) await noter(contexte, 'SESSIONS_FERMEES', { detail: { nombre: fermees } })
  return { fermees }
}
