import type { Session } from '@releve/contract/session/session.schema.ts'
import { insertJournal } from '../journal/journal.sql.ts'
import { inTransaction } from '../platform/base/transaction.ts'
import { erreur } from '../platform/erreur.ts'
import { verifierMotDePasse } from '../platform/mot-de-passe.ts'
import type { Sql } from '../platform/route.ts'
import { type Compte, findCompte, updateDerniereConnexion } from '../utilisateur/utilisateur.sql.ts'
import { FREIN } from './session.regles.ts'
import { composeSession, insertSession } from './session.sql.ts'
import {
  compteurDeLAdresse,
  compteurDuNom,
  deleteTentative,
  essayer,
  reprendreTentative,
} from './tentative.sql.ts'

type Demande = { identifiant: string; password: string; adresse: string; maintenant: Date }

async function refuserConnexion(
  sql: Sql,
  compte: Compte | undefined,
  essais: number,
  { adresse, maintenant: le }: Demande,
): Promise<never> {
  const ligne = { le, utilisateurId: compte?.id ?? null, detail: { adresse } }
  await insertJournal(sql, { ...ligne, action: 'CONNEXION_ECHOUEE' })
  if (essais >= FREIN.parCompte) await insertJournal(sql, { ...ligne, action: 'COMPTE_FREINE' })
  throw erreur('IDENTIFIANTS_INVALIDES')
}

/** Opens a session in one transaction, and forgets the account's failures. */
function ouvrirSession(sql: Sql, compte: Compte, demande: Demande): Promise<Session> {
  const { identifiant, adresse, maintenant } = demande
  return inTransaction(sql, async (tx) => {
    // The password was verified out of the transaction, and took its time.
    const inchange = await updateDerniereConnexion(tx, compte, maintenant)
    if (!inchange) throw erreur('IDENTIFIANTS_INVALIDES')
    await reprendreTentative(tx, compteurDeLAdresse(adresse))
    await deleteTentative(tx, compteurDuNom(identifiant))
    const jetons = await insertSession(tx, compte.id, maintenant)
    const ligne = { utilisateurId: compte.id, action: 'CONNEXION', detail: { adresse } }
    await insertJournal(tx, { le: maintenant, ...ligne })
    return composeSession(tx, compte.id, jetons)
  })
}

/** The password is right, the account is blocked: no failure, and no session. */
async function refuserBloque(sql: Sql, compte: Compte, demande: Demande): Promise<never> {
  const { identifiant, adresse, maintenant: le } = demande
  await reprendreTentative(sql, compteurDeLAdresse(adresse))
  await deleteTentative(sql, compteurDuNom(identifiant))
  const ligne = { utilisateurId: compte.id, action: 'CONNEXION_BLOQUEE', detail: { adresse } }
  await insertJournal(sql, { le, ...ligne })
  throw erreur('COMPTE_BLOQUE')
}

/**
 * Opens a session. `sql` is the plain handle, not a transaction: a refusal must leave its trace.
 * Known or not, blocked or not, a wrong password gets the same answer after the same work.
 * Throws `IDENTIFIANTS_INVALIDES`, `COMPTE_BLOQUE` (right password), `TROP_DE_TENTATIVES`.
 */
export async function connecter(sql: Sql, demande: Demande): Promise<Session> {
  const { identifiant, password, adresse, maintenant } = demande
  const compte = await findCompte(sql, identifiant)
  // An account never activated has no password yet: as if it did not exist.
  const empreinte = compte?.statut === 'INVITE' ? undefined : compte?.motDePasse
  const compteurs = [compteurDeLAdresse(adresse), compteurDuNom(identifiant)]
  const { juste, essais } = await essayer(sql, compteurs, maintenant, () =>
    verifierMotDePasse(empreinte, password),
  )
  if (!compte || !juste) return refuserConnexion(sql, compte, essais, demande)
  if (compte.statut === 'BLOQUE') return refuserBloque(sql, compte, demande)
  return ouvrirSession(sql, compte, demande)
}
