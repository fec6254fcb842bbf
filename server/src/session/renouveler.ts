import type { Session } from '@releve/contract/session/session.schema.ts'
import { insertJournal } from '../journal/journal.sql.ts'
import { inTransaction } from '../platform/base/transaction.ts'
import { erreur } from '../platform/erreur.ts'
import type { Sql } from '../platform/route.ts'
import { findDurees } from './duree.sql.ts'
import { descellerJetons, type Jetons, scellerJetons } from './jeton.ts'
import { DUREES } from './session.regles.ts'
import {
  composeSession,
  fermerSession,
  findJetonRenouvellement,
  insertJetons,
  updateActivite,
  updateSuccesseur,
} from './session.sql.ts'

type Demande = { jeton: string; adresse: string; maintenant: Date }
type Trouve = NonNullable<Awaited<ReturnType<typeof findJetonRenouvellement>>>

async function tourner(
  sql: Sql,
  jeton: string,
  { sessionId, finSession, ouverteLe }: Trouve,
  maintenant: Date,
): Promise<Jetons | null> {
  const { inactivite, session } = await findDurees(sql)
  // The setting may have changed since: it shortens what is open, and lengthens nothing.
  const fin = Math.min(Date.parse(finSession), Date.parse(ouverteLe) + session)
  if (fin <= maintenant.getTime()) return null
  const expireLe = new Date(fin)
  const jetons = await insertJetons(sql, { id: sessionId, expireLe, inactivite }, maintenant)
  await updateSuccesseur(sql, jeton, maintenant, scellerJetons(jeton, jetons))
  await updateActivite(sql, sessionId, expireLe, maintenant)
  return jetons
}

/** A token used again long after: stolen, or its thief was first. Nobody keeps the session. */
async function revoquer(sql: Sql, trouve: Trouve, { adresse, maintenant }: Demande): Promise<null> {
  await fermerSession(sql, trouve.sessionId, 'JETON_REUTILISE', maintenant)
  const ligne = { utilisateurId: trouve.utilisateurId, action: 'JETON_REUTILISE' }
  await insertJournal(sql, {
    le: maintenant,
    ...ligne,
    detail: { session: trouve.sessionId, adresse },
  })
  return null
}

async function jetonsSuivants(sql: Sql, demande: Demande, trouve: Trouve): Promise<Jetons | null> {
  const { jeton, maintenant } = demande
  const { utiliseLe, successeur } = trouve
  if (utiliseLe === null || successeur === null) {
    if (new Date(trouve.expireLe) <= maintenant) return null
    return tourner(sql, jeton, trouve, maintenant)
  }
  const age = maintenant.getTime() - new Date(utiliseLe).getTime()
  if (age > DUREES.grace) return revoquer(sql, trouve, demande)
  return descellerJetons(jeton, successeur)
}

/**
 * Renews a session: the refresh token changes at each use; for 60 s the previous one answers its
 * same successor, later it closes the whole session. `sql` is the plain handle: the closing must
 * outlive the refusal. Throws `JETON_EXPIRE`, `COMPTE_BLOQUE`.
 */
export async function renouvelerSession(sql: Sql, demande: Demande): Promise<Session> {
  const { jeton, maintenant } = demande
  const session = await inTransaction(sql, async (tx) => {
    const trouve = await findJetonRenouvellement(tx, jeton)
    if (trouve?.statut === 'BLOQUE') throw erreur('COMPTE_BLOQUE')
    if (!trouve || trouve.fermeeLe !== null || trouve.statut !== 'ACTIF') return null
    if (new Date(trouve.finSession) <= maintenant) return null
    const jetons = await jetonsSuivants(tx, demande, trouve)
    return jetons && composeSession(tx, trouve.utilisateurId, jetons)
  })
  if (!session) throw erreur('JETON_EXPIRE')
  return session
}
