import type { Session } from '@releve/contract/session/session.schema.ts'
import { controlerMotDePasse } from '@releve/contract/utilisateur/motDePasse.ts'
import { insertJournal } from '../journal/journal.sql.ts'
import { inTransaction } from '../platform/base/transaction.ts'
import { erreur } from '../platform/erreur.ts'
import { hacherMotDePasse, verifierMotDePasse } from '../platform/mot-de-passe.ts'
import type { Sql } from '../platform/route.ts'
import { type Compte, findCompteParId, updateMotDePasse } from '../utilisateur/utilisateur.sql.ts'
import { composeSession, fermerSessions, insertSession } from './session.sql.ts'
import { compteurDuChangement, deleteTentative, essayer } from './tentative.sql.ts'

type Changement = { ancienMotDePasse: string; nouveauMotDePasse: string }

/** Throws `MOT_DE_PASSE_FAIBLE` with every reason, unless the password may be used. */
function refuserMotDePasseFaible(
  motDePasse: string,
  compte: Compte,
  chemin: string,
  ancien?: string,
): void {
  const raisons = controlerMotDePasse(motDePasse, compte, ancien)
  if (raisons.length === 0) return
  const details = raisons.map((libelle) => ({ chemin, code: 'MOT_DE_PASSE_FAIBLE', libelle }))
  throw erreur('MOT_DE_PASSE_FAIBLE', { raison: raisons.join(' ') }, { details })
}

async function verifierAncien(sql: Sql, compte: Compte, ancien: string, le: Date): Promise<void> {
  const compteur = compteurDuChangement(compte.id)
  const { juste } = await essayer(sql, [compteur], le, () =>
    verifierMotDePasse(compte.motDePasse, ancien),
  )
  if (juste) return deleteTentative(sql, compteur)
  await insertJournal(sql, { le, utilisateurId: compte.id, action: 'MOT_DE_PASSE_REFUSE' })
  throw erreur('ANCIEN_MOT_DE_PASSE_INCORRECT')
}

/**
 * Changes one's own password: every session closes and a new one opens. `sql` is the plain handle:
 * a wrong current password must be counted. Throws `ANCIEN_MOT_DE_PASSE_INCORRECT`,
 * `MOT_DE_PASSE_FAIBLE`, `TROP_DE_TENTATIVES`.
 */
export async function modifierMotDePasse(
  sql: Sql,
  utilisateurId: number,
  { ancienMotDePasse, nouveauMotDePasse }: Changement,
  maintenant: Date,
): Promise<Session> {
  const compte = await findCompteParId(sql, utilisateurId)
  await verifierAncien(sql, compte, ancienMotDePasse, maintenant)
  refuserMotDePasseFaible(nouveauMotDePasse, compte, 'nouveauMotDePasse', ancienMotDePasse)
  const empreinte = await hacherMotDePasse(nouveauMotDePasse)
  return inTransaction(sql, async (tx) => {
    const change = await updateMotDePasse(tx, compte, empreinte)
    if (!change) throw erreur('ANCIEN_MOT_DE_PASSE_INCORRECT')
    await fermerSessions(tx, utilisateurId, 'MOT_DE_PASSE', maintenant)
    const jetons = await insertSession(tx, utilisateurId, maintenant)
    await insertJournal(tx, { le: maintenant, utilisateurId, action: 'MOT_DE_PASSE_MODIFIE' })
    return composeSession(tx, utilisateurId, jetons)
  })
}
