import { insertJournal } from '../journal/journal.sql.ts'
import type { Agent } from '../platform/agent.ts'
import type { Sql } from '../platform/route.ts'
import { listSessionsOuvertes, type SessionOuverte } from '../session/ouvertes.sql.ts'
import { fermerSession } from '../session/session.sql.ts'

type Acte = { sql: Sql; agent: Agent; maintenant: Date }

/** One of the caller's open sessions; anybody else's does not exist for him. */
export async function findSaSession(
  sql: Sql,
  { id: utilisateurId }: Agent,
  id: number,
  maintenant: Date,
): Promise<SessionOuverte | undefined> {
  const sessions = await listSessionsOuvertes(sql, utilisateurId, maintenant)
  return sessions.find((session) => session.id === id)
}

/** Closes one of one's own sessions: its tokens are worth nothing any more. */
export async function fermerSaSession(
  { sql, agent, maintenant: le }: Acte,
  { id, adresse, appareil }: SessionOuverte,
): Promise<undefined> {
  await fermerSession(sql, id, 'TITULAIRE', le)
  const ligne = { utilisateurId: agent.id, action: 'SESSION_FERMEE' }
  await insertJournal(sql, { le, ...ligne, detail: { adresse, appareil } })
}

/** Closes every session of one's own but the one that asks. */
export async function fermerAutresSessions({ sql, agent, maintenant: le }: Acte) {
  const ouvertes = await listSessionsOuvertes(sql, agent.id, le)
  const autres = ouvertes.filter(({ id }) => id !== agent.sessionId)
  for (const { id } of autres) await fermerSession(sql, id, 'TITULAIRE', le)
  const fermees = autres.length
  if (fermees > 0) {
    const ligne = { utilisateurId: agent.id, action: 'SESSIONS_FERMEES' }
    await insertJournal(sql, { le, ...ligne, detail: { nombre: fermees } })
  }
  return { fermees }
}
