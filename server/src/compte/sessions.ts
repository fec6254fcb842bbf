import { noter } from '../journal/noter.sql.ts'
import type { Agent } from '../platform/agent.ts'
import type { Contexte, Db } from '../platform/route.ts'
import { fermerSession, listSessionsOuvertes, type SessionOuverte } from '../session/session.sql.ts'

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

/** Closes one of one's own sessions: its tokens are worth nothing any more. */
export async function fermerSaSession(
  contexte: Contexte,
  { id, adresse, appareil }: SessionOuverte,
): Promise<undefined> {
  await fermerSession(contexte.db, id, 'TITULAIRE', contexte.maintenant)
  await noter(contexte, 'SESSION_FERMEE', { detail: { adresse, appareil } })
}

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
