import { erreur } from '../platform/erreur.ts'
import type { Attendre, Contexte, Db } from '../platform/route.ts'
import { verifierAncien } from '../session/preuve.ts'
import { type Compte, findCompteParId } from '../session/secret.sql.ts'
import { findCompteVerifie } from './compte.sql.ts'

/** What the caller asks of his own account. `db` is the plain handle: what is wrong is counted. */
export type SurSoi = Contexte & {
  attendre: Attendre
  /** The caller's. */
  adresse: string
}

/**
 * Asks for the caller's password again, and gives his account as it was verified.
 * @throws ANCIEN_MOT_DE_PASSE_INCORRECT, TROP_DE_TENTATIVES
 */
export async function exigerMotDePasse(appel: SurSoi, password: string): Promise<Compte> {
  const compte = await findCompteParId(appel.db, appel.agent.id)
  await verifierAncien(appel.db, compte, password, appel)
  return compte
}

/**
 * Holds the account until the transaction ends, while its password is still the one that was
 * verified. @throws ANCIEN_MOT_DE_PASSE_INCORRECT
 */
export async function tenirVerifie(tx: Db, verifie: Compte) {
  const titulaire = await findCompteVerifie(tx, verifie)
  if (!titulaire) throw erreur('ANCIEN_MOT_DE_PASSE_INCORRECT')
  return titulaire
}
export type Titulaire = Awaited<ReturnType<typeof tenirVerifie>>
