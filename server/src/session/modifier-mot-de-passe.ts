import type { Session } from '@releve/contract/session/session.schema.ts'
import { controlerMotDePasse } from '@releve/contract/utilisateur/motDePasse.ts'
import { insertJournal } from '../journal/journal.sql.ts'
import { inTransaction } from '../platform/base/transaction.ts'
import { erreur } from '../platform/erreur.ts'
import { hacherMotDePasse } from '../platform/mot-de-passe.ts'
import type { Sql } from '../platform/route.ts'
import { type Compte, findCompteParId, updateMotDePasse } from '../utilisateur/utilisateur.sql.ts'
import { verifierAncien } from './preuve.sql.ts'
import { deleteProvisoires, estProvisoireConnu } from './provisoire.sql.ts'
import { composeSession, fermerSessions, insertSession, type Provenance } from './session.sql.ts'

type Changement = { ancienMotDePasse: string; nouveauMotDePasse: string }

/** Throws `MOT_DE_PASSE_FAIBLE` with every reason, unless the password may be used. */
async function refuserMotDePasseFaible(
  sql: Sql,
  compte: Compte,
  { ancienMotDePasse, nouveauMotDePasse: motDePasse }: Changement,
): Promise<void> {
  const provisoire = await estProvisoireConnu(sql, { utilisateurId: compte.id, motDePasse })
  const raisons = controlerMotDePasse(
    motDePasse,
    compte,
    provisoire ? motDePasse : ancienMotDePasse,
  )
  if (raisons.length === 0) return
  const [chemin, code] = ['nouveauMotDePasse', 'MOT_DE_PASSE_FAIBLE'] as const
  const details = raisons.map((libelle) => ({ chemin, code, libelle }))
  throw erreur(code, { raison: raisons.join(' ') }, { details })
}

/**
 * Changes one's own password: every session closes and a new one opens. `sql` is the plain handle:
 * a wrong current password must be counted. Throws `ANCIEN_MOT_DE_PASSE_INCORRECT`,
 * `MOT_DE_PASSE_FAIBLE`, `TROP_DE_TENTATIVES`.
 */
export async function modifierMotDePasse(
  sql: Sql,
  utilisateurId: number,
  changement: Changement,
  maintenant: Date,
  provenance: Provenance,
): Promise<Session> {
  const compte = await findCompteParId(sql, utilisateurId)
  await verifierAncien(sql, compte, changement.ancienMotDePasse, { ...provenance, maintenant })
  await refuserMotDePasseFaible(sql, compte, changement)
  const empreinte = await hacherMotDePasse(changement.nouveauMotDePasse)
  return inTransaction(sql, async (tx) => {
    const change = await updateMotDePasse(tx, compte, empreinte)
    if (!change) throw erreur('ANCIEN_MOT_DE_PASSE_INCORRECT')
    await deleteProvisoires(tx, utilisateurId)
    await fermerSessions(tx, utilisateurId, 'MOT_DE_PASSE', maintenant)
    const detail = { adresse: provenance.adresse }
    const jetons = await insertSession(tx, utilisateurId, maintenant, provenance)
    await insertJournal(tx, {
      le: maintenant,
      utilisateurId,
      action: 'MOT_DE_PASSE_MODIFIE',
      detail,
    })
    return composeSession(tx, utilisateurId, jetons)
  })
}
