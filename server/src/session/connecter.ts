import { libelleErreur } from '@releve/contract/erreur.ts'
import type { Session } from '@releve/contract/session/session.schema.ts'
import { noterCompte } from '../journal/noter.sql.ts'
import type { Config } from '../platform/config.ts'
import { ErreurMetier, erreur } from '../platform/erreur.ts'
import { verifierMotDePasse } from '../platform/mot-de-passe.ts'
import type { Db } from '../platform/route.ts'
import { findAppareilConnu } from './appareil.sql.ts'
import { insertAvis, noterFrein } from './frein.ts'
import { findFournisseurImpose } from './identite.sql.ts'
import { ouvrirSession } from './ouvrir.ts'
import { insertDefi } from './second-facteur.sql.ts'
import { type Compte, cleDe, estProvisoire, findCompte } from './secret.sql.ts'
import type { Provenance } from './session.sql.ts'
import {
  attendrePassage,
  type Compteur,
  compteurDeLAdresse,
  compteurDeLAppareil,
  compteurDuNom,
  deleteTentative,
  type Essai,
  essayer,
  estDernierOuvert,
  type Quand,
  reprendreTentative,
} from './tentative.sql.ts'

/** The id of no account. */
const PERSONNE = 0

type DemandeConnexion = Provenance &
  Quand & {
    identifiant: string
    password: string
    jetonAppareil?: string | undefined
    config: Config
  }

/** What was found of a password that one gave: whether it is right, and under which counters. */
type Verdict = { juste: boolean; provisoire: boolean; essai?: Essai; compteurs: Compteur[] }

async function refuserConnexion(
  db: Db,
  compte: Compte | undefined,
  { essai }: Verdict,
  { identifiant, adresse, maintenant: le }: DemandeConnexion,
): Promise<never> {
  const quand = { db, maintenant: le }
  await noterCompte(quand, compte, 'CONNEXION_ECHOUEE', { detail: { adresse } })
  if (essai?.bloqueJusqua) {
    await noterCompte(quand, compte, 'COMPTE_FREINE', { detail: { adresse } })
    // For any name: whether somebody bears it is looked for later, as the mail leaves.
    await insertAvis(db, { cause: 'MOT_DE_PASSE', identifiant, adresse, le }, essai)
  }
  throw erreur('IDENTIFIANTS_INVALIDES')
}

/** The password is right, a code is asked for: no failure, no session yet, nothing forgotten. */
async function demanderCode(
  db: Db,
  compte: Compte,
  defi: string,
  { compteurs }: Verdict,
  { adresse, maintenant }: DemandeConnexion,
): Promise<never> {
  for (const compteur of compteurs) await reprendreTentative(db, compteur)
  await noterCompte({ db, maintenant }, compte, 'VERIFICATION_DEMANDEE', { detail: { adresse } })
  const libelle = libelleErreur('VERIFICATION_REQUISE')
  throw erreur('VERIFICATION_REQUISE', {}, { details: [{ chemin: 'defi', code: defi, libelle }] })
}

/** The password is right, the account is blocked: no failure, and no session. */
async function refuserBloque(
  db: Db,
  compte: Compte,
  { compteurs }: Verdict,
  { adresse, maintenant }: DemandeConnexion,
): Promise<never> {
  for (const compteur of compteurs) {
    if (compteur.ralentit) await deleteTentative(db, compteur)
    else await reprendreTentative(db, compteur)
  }
  await noterCompte({ db, maintenant }, compte, 'CONNEXION_BLOQUEE', { detail: { adresse } })
  throw erreur('COMPTE_BLOQUE')
}

/** The password is right, and opens nothing: a setting says that a provider does. */
async function refuserImpose(
  db: Db,
  compte: Compte,
  fournisseur: string,
  { compteurs }: Verdict,
  { adresse, maintenant }: DemandeConnexion,
): Promise<never> {
  for (const compteur of compteurs) await reprendreTentative(db, compteur)
  const detail = { adresse, fournisseur }
  await noterCompte({ db, maintenant }, compte, 'MOT_DE_PASSE_ECARTE', { detail })
  throw erreur('FOURNISSEUR_IMPOSE', { fournisseur })
}

/** A password, and whether it is one mailed to the account: both are looked at, whatever the name. */
function preparer(db: Db, compte: Compte | undefined, { password, maintenant }: DemandeConnexion) {
  // An account never activated has no password yet: as if it did not exist.
  const empreinte = compte?.statut === 'INVITE' ? undefined : compte?.motDePasse
  const essai = { utilisateurId: compte?.id ?? PERSONNE, motDePasse: password }
  return async () => {
    const sien = await verifierMotDePasse(empreinte, password)
    const provisoire = !sien && (await estProvisoire(db, essai, maintenant))
    return { juste: sien || provisoire, provisoire }
  }
}

/**
 * All else waits: a try now and then is looked at still, whatever the name. A mailed password
 * passes, which nobody guesses, and any right one on the last account of the central directorate
 * that is open, which is only slowed. Others learn nothing: right or wrong, they wait.
 */
async function passerLentement(
  db: Db,
  compte: Compte | undefined,
  { adresse, maintenant, attendre }: DemandeConnexion,
  verifier: ReturnType<typeof preparer>,
  echec: unknown,
): Promise<Verdict> {
  const attend = echec instanceof ErreurMetier && echec.code === 'TROP_DE_TENTATIVES'
  if (!attend || !(await attendrePassage(db, adresse, { maintenant, attendre }))) throw echec
  const vu = await verifier()
  const dernier = await estDernierOuvert(db, compte?.id ?? PERSONNE, maintenant)
  if (!vu.juste || !(vu.provisoire || dernier)) throw echec
  return { ...vu, compteurs: [] }
}

/** Counts a try where it belongs, and verifies its password unless it must wait. */
async function essayerNom(
  db: Db,
  compte: Compte | undefined,
  connu: Buffer | null,
  demande: DemandeConnexion,
): Promise<Verdict> {
  const { identifiant, adresse } = demande
  // A device that has signed in before answers for itself alone: no stranger's failure bars it.
  const compteurs =
    compte && connu
      ? [compteurDeLAppareil(compte.id, connu)]
      : [compteurDeLAdresse(adresse), compteurDuNom(identifiant)]
  const verifier = preparer(db, compte, demande)
  let provisoire = false
  try {
    const vu = await essayer(db, compteurs, demande, async () => {
      const lu = await verifier()
      provisoire = lu.provisoire
      return lu.juste
    })
    return { ...vu, provisoire, compteurs }
  } catch (echec) {
    return await passerLentement(db, compte, demande, verifier, echec)
  }
}

/**
 * Opens a session. `db` is the plain handle, not a transaction: a refusal must leave its trace.
 * Known or not, blocked or not, a wrong password gets the same answer after the same work.
 * Throws `IDENTIFIANTS_INVALIDES`, `TROP_DE_TENTATIVES`; of a right password, `COMPTE_BLOQUE`,
 * `FOURNISSEUR_IMPOSE` or `VERIFICATION_REQUISE`.
 */
export async function connecter(db: Db, demande: DemandeConnexion): Promise<Session> {
  const { identifiant, password, jetonAppareil, adresse, appareil, maintenant } = demande
  const compte = await findCompte(db, identifiant)
  const vise = { utilisateurId: compte?.id ?? PERSONNE, jeton: jetonAppareil }
  const connu = await findAppareilConnu(db, vise, maintenant)
  const frein = { compte, adresse, maintenant }
  const verdict = await essayerNom(db, compte, connu, demande).catch((echec: unknown) =>
    noterFrein(db, { ...frein, action: 'CONNEXION_FREINEE' }, echec),
  )
  if (!compte || !verdict.juste) return refuserConnexion(db, compte, verdict, demande)
  if (compte.statut === 'BLOQUE') return refuserBloque(db, compte, verdict, demande)
  const impose = await findFournisseurImpose(db, compte, demande.config.fournisseurs)
  if (impose) return refuserImpose(db, compte, impose, verdict, demande)
  const provisoire = verdict.provisoire ? cleDe(password) : null
  const defi = await insertDefi(db, compte, provisoire, maintenant)
  if (defi) return demanderCode(db, compte, defi, verdict, demande)
  const { compteurs } = verdict
  const provenance = { adresse, appareil, maintenant, jetonAppareil, connu, config: demande.config }
  return ouvrirSession(db, compte, { ...provenance, provisoire, compteurs })
}
