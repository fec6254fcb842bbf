import type { Session } from '@releve/contract/session/session.schema.ts'
import { noterCompte } from '../journal/noter.sql.ts'
import { inTransaction } from '../platform/base/transaction.ts'
import { erreur } from '../platform/erreur.ts'
import type { Db } from '../platform/route.ts'
import { descellerIdentite, descellerJetons, type Jetons, scellerJetons } from './jeton.ts'
import { DUREES } from './session.rules.ts'
import {
  composeSession,
  fermerSession,
  findDurees,
  findJetonRenouvellement,
  insertJetons,
  updateActivite,
  updateSuccesseur,
} from './session.sql.ts'

type Renouvellement = { jeton: string; adresse: string; maintenant: Date }
type JetonTrouve = NonNullable<Awaited<ReturnType<typeof findJetonRenouvellement>>>

async function tourner(
  db: Db,
  jeton: string,
  { sessionId, finSession, ouverteLe, jetonIdentite: scellee }: JetonTrouve,
  maintenant: Date,
): Promise<Jetons | null> {
  const { inactivite, session } = await findDurees(db)
  // The setting may have changed since: it shortens what is open, and lengthens nothing.
  const fin = Math.min(Date.parse(finSession), Date.parse(ouverteLe) + session)
  if (fin <= maintenant.getTime()) return null
  const expireLe = new Date(fin)
  const jetonIdentite = scellee && descellerIdentite(jeton, scellee)
  const suite = { id: sessionId, expireLe, inactivite, jetonIdentite }
  const jetons = await insertJetons(db, suite, maintenant)
  await updateSuccesseur(db, jeton, maintenant, scellerJetons(jeton, jetons))
  await updateActivite(db, sessionId, expireLe, maintenant)
  return jetons
}

/** A token used again long after: stolen, or its thief was first. Nobody keeps the session. */
async function revoquer(
  db: Db,
  trouve: JetonTrouve,
  { adresse, maintenant }: Renouvellement,
): Promise<null> {
  await fermerSession(db, trouve.sessionId, 'JETON_REUTILISE', maintenant)
  const detail = { session: trouve.sessionId, adresse }
  await noterCompte({ db, maintenant }, { id: trouve.utilisateurId }, 'JETON_REUTILISE', { detail })
  return null
}

async function jetonsSuivants(
  db: Db,
  demande: Renouvellement,
  trouve: JetonTrouve,
): Promise<Jetons | null> {
  const { jeton, maintenant } = demande
  const { utiliseLe, successeur } = trouve
  if (utiliseLe === null || successeur === null) {
    if (new Date(trouve.expireLe) <= maintenant) return null
    return tourner(db, jeton, trouve, maintenant)
  }
  const age = maintenant.getTime() - new Date(utiliseLe).getTime()
  if (age > DUREES.grace) return revoquer(db, trouve, demande)
  return descellerJetons(jeton, successeur)
}

/**
 * Renews a session: the refresh token changes at each use; for 60 s the previous one answers its
 * same successor, later it closes the whole session. `db` is the plain handle: the closing must
 * outlive the refusal. Throws `JETON_EXPIRE`, `COMPTE_BLOQUE`.
 */
export async function renouvelerSession(db: Db, demande: Renouvellement): Promise<Session> {
  const { jeton, maintenant } = demande
  const session = await inTransaction(db, async (tx) => {
    const trouve = await findJetonRenouvellement(tx, jeton)
    if (trouve?.statut === 'BLOQUE') throw erreur('COMPTE_BLOQUE')
    if (!trouve || trouve.fermeeLe !== null || trouve.statut !== 'ACTIF') return null
    if (new Date(trouve.finSession) <= maintenant) return null
    const jetons = await jetonsSuivants(tx, demande, trouve)
    const { utilisateurId, fournisseur, deuxFacteurs } = trouve
    const par = fournisseur === null ? null : { fournisseur, deuxFacteurs }
    return jetons && composeSession(tx, utilisateurId, jetons, maintenant, par)
  })
  if (!session) throw erreur('JETON_EXPIRE')
  return session
}
