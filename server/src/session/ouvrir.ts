import type { Session } from '@releve/contract/session/session.schema.ts'
import { findSecondFacteur } from '../compte/second-facteur.sql.ts'
import { insertJournal } from '../journal/journal.sql.ts'
import { inTransaction } from '../platform/base/transaction.ts'
import { erreur } from '../platform/erreur.ts'
import type { Sql } from '../platform/route.ts'
import {
  type Compte,
  updateDerniereConnexion,
  updateMotDePasseOublie,
} from '../utilisateur/utilisateur.sql.ts'
import { deleteDefi } from './defi.sql.ts'
import { updateProvisoire } from './provisoire.sql.ts'
import { composeSession, fermerSessions, insertSession, type Provenance } from './session.sql.ts'
import { compteurDeLAdresse, deleteTentativesDuNom, reprendreTentative } from './tentative.sql.ts'

type Verifie = Pick<Compte, 'id' | 'identifiant' | 'motDePasse'>

type Ouverture = Provenance & {
  maintenant: Date
  /** Fingerprint of the temporary password given; null: the account's own was. */
  provisoire: Buffer | null
  /** The challenge answered with a right code; absent: the account has no second factor. */
  defi?: string
}

/**
 * Uses the temporary password up: it serves once, the old one no more, and what was open by it
 * closes. Returns the account as it is now; undefined when another sign-in came first.
 */
async function consommerProvisoire(
  sql: Sql,
  compte: Verifie,
  empreinte: Buffer,
  maintenant: Date,
): Promise<Pick<Compte, 'id' | 'motDePasse'> | undefined> {
  const change = await updateMotDePasseOublie(sql, compte)
  const essai = { utilisateurId: compte.id, empreinte }
  if (!change || !(await updateProvisoire(sql, essai, maintenant))) return undefined
  await fermerSessions(sql, compte.id, 'MOT_DE_PASSE', maintenant)
  return change
}

/**
 * Opens a session for whoever has shown all that is asked, in one transaction, and forgets the
 * account's failures. Throws `IDENTIFIANTS_INVALIDES` or, after a code, `VERIFICATION_EXPIREE` when
 * the account has changed since its password was verified.
 */
export function ouvrirSession(sql: Sql, compte: Verifie, ouverture: Ouverture): Promise<Session> {
  const { adresse, appareil, maintenant, provisoire, defi } = ouverture
  return inTransaction(sql, async (tx) => {
    if (defi && !(await deleteDefi(tx, defi))) throw erreur('VERIFICATION_EXPIREE')
    const verifie = provisoire
      ? await consommerProvisoire(tx, compte, provisoire, maintenant)
      : compte
    // The password was verified out of the transaction, and took its time.
    const inchange = verifie && (await updateDerniereConnexion(tx, verifie, maintenant))
    if (!inchange) throw erreur(defi ? 'VERIFICATION_EXPIREE' : 'IDENTIFIANTS_INVALIDES')
    // Activated since: it holds the account's line while it closes what is open, so it is seen here.
    const facteur = defi ? undefined : await findSecondFacteur(tx, compte.id)
    if (facteur?.activeLe) throw erreur('IDENTIFIANTS_INVALIDES')
    if (!defi) await reprendreTentative(tx, compteurDeLAdresse(adresse))
    await deleteTentativesDuNom(tx, compte.identifiant)
    const jetons = await insertSession(tx, compte.id, maintenant, { adresse, appareil })
    const detail = {
      adresse,
      ...(provisoire && { provisoire: true }),
      ...(defi && { secondFacteur: true }),
    }
    const ligne = { utilisateurId: compte.id, action: 'CONNEXION', detail }
    await insertJournal(tx, { le: maintenant, ...ligne })
    return composeSession(tx, compte.id, jetons)
  })
}
