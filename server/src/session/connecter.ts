import { setTimeout as attendre } from 'node:timers/promises'
import type { Session } from '@releve/contract/session/session.schema.ts'
import { insertJournal } from '../journal/journal.sql.ts'
import { inTransaction } from '../platform/base/transaction.ts'
import { erreur } from '../platform/erreur.ts'
import type { Sql } from '../platform/route.ts'
import { verifierMotDePasse } from '../utilisateur/hachage.ts'
import { type Compte, findCompte, updateDerniereConnexion } from '../utilisateur/utilisateur.sql.ts'
import { FREIN } from './session.regles.ts'
import { composeSession, insertSession } from './session.sql.ts'
import {
  type Compteur,
  compteurDeLAdresse,
  compteurDuNom,
  deleteTentative,
  deleteTentatives,
  updateTentative,
} from './tentative.sql.ts'

type Demande = { identifiant: string; password: string; adresse: string; maintenant: Date }

/** Each try after the third waits longer than the one before. */
async function ralentir(essais: number): Promise<void> {
  const retards = essais - FREIN.sansPause
  if (retards > 0) await attendre(FREIN.pause * 2 ** (retards - 1))
}

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
function ouvrirSession(
  sql: Sql,
  compte: Compte,
  compteur: Compteur,
  { adresse, maintenant }: Demande,
): Promise<Session> {
  return inTransaction(sql, async (tx) => {
    await deleteTentatives(tx, compteur)
    const jetons = await insertSession(tx, compte.id, maintenant)
    await updateDerniereConnexion(tx, compte.id, maintenant)
    const ligne = { utilisateurId: compte.id, action: 'CONNEXION', detail: { adresse } }
    await insertJournal(tx, { le: maintenant, ...ligne })
    return composeSession(tx, compte.id, jetons)
  })
}

/**
 * Opens a session. `sql` is the plain handle, not a transaction: a refusal must leave its trace.
 * Known or not, blocked or not, a wrong password gets the same answer after the same work.
 * Throws `IDENTIFIANTS_INVALIDES`, `COMPTE_BLOQUE` (right password), `TROP_DE_TENTATIVES`.
 */
export async function connecter(sql: Sql, demande: Demande): Promise<Session> {
  const { identifiant, password, adresse, maintenant } = demande
  const parAdresse = compteurDeLAdresse(adresse)
  const parNom = await compteurDuNom(sql, identifiant)
  const essais = await updateTentative(sql, parNom, maintenant)
  await updateTentative(sql, parAdresse, maintenant)
  await ralentir(essais)
  const compte = await findCompte(sql, identifiant)
  const empreinte = compte?.statut === 'INVITE' ? undefined : compte?.motDePasse
  const juste = await verifierMotDePasse(empreinte, password).catch(async (echec: unknown) => {
    await deleteTentative(sql, parNom)
    await deleteTentative(sql, parAdresse)
    throw echec
  })
  if (!compte || !juste) return refuserConnexion(sql, compte, essais, demande)
  await deleteTentative(sql, parAdresse)
  if (compte.statut !== 'BLOQUE') return ouvrirSession(sql, compte, parNom, demande)
  await deleteTentatives(sql, parNom)
  const ligne = { utilisateurId: compte.id, action: 'CONNEXION_BLOQUEE', detail: { adresse } }
  await insertJournal(sql, { le: maintenant, ...ligne })
  throw erreur('COMPTE_BLOQUE')
}
