import { libelleErreur } from '@releve/contract/erreur.ts'
import type { inscriptionApi } from '@releve/contract/inscription/inscription.api.ts'
import { raisonsInscription } from '@releve/contract/inscription/inscription.rules.ts'
import type { Invitation } from '@releve/contract/inscription/inscription.schema.ts'
import type { BodyOf } from '@releve/contract/operation.ts'
import type { Session } from '@releve/contract/session/session.schema.ts'
import { exigerIdentite } from '../fournisseur/connecter.ts'
import { noter } from '../journal/noter.sql.ts'
import { contrainteDe } from '../platform/base/erreurs.ts'
import { inTransaction } from '../platform/base/transaction.ts'
import type { Config } from '../platform/config.ts'
import { erreur } from '../platform/erreur.ts'
import { hacherMotDePasse } from '../platform/mot-de-passe.ts'
import type { Fournisseur, IdentiteLue } from '../platform/oidc.ts'
import type { Db } from '../platform/route.ts'
import { insertIdentite, updateIdentite } from '../session/identite.sql.ts'
import { SANS_MOT_DE_PASSE, updateDerniereConnexion } from '../session/secret.sql.ts'
import { composeSession, insertSession, type Provenance } from '../session/session.sql.ts'
import { compterDemande, deleteTentativesDuCompte } from '../session/tentative.sql.ts'
import { annoncerLien } from '../session/titulaire.courriel.ts'
import { activerInvitee } from '../structure/invitee.ts'
import { verrouillerStructures } from '../structure/structure.sql.ts'
import { insertUtilisateur } from '../utilisateur/utilisateur.sql.ts'
import { findParJeton, type InvitationRecue, updateAcceptation } from './inscription.sql.ts'

const HEURE = 3_600_000

/** By address: a whole training room shares one, and nobody guesses 256 bits. */
const QUOTAS = {
  lecture: { maximum: 200, fenetre: HEURE },
  reponse: { maximum: 60, fenetre: HEURE },
}

/**
 * @throws INVITATION_INTROUVABLE (unknown, forged, replaced: alike), INVITATION_UTILISEE,
 * INVITATION_ANNULEE (or its structure closed since), INVITATION_EXPIREE
 */
function refuserLien(recue: InvitationRecue | undefined): InvitationRecue {
  if (!recue) throw erreur('INVITATION_INTROUVABLE')
  if (recue.etat === 'ACCEPTEE') throw erreur('INVITATION_UTILISEE')
  if (recue.etat === 'ANNULEE' || recue.etatStructure === 'FERMEE') {
    throw erreur('INVITATION_ANNULEE')
  }
  if (recue.etat === 'EXPIREE') throw erreur('INVITATION_EXPIREE')
  return recue
}

type Visite = { jeton: string; adresse: string; maintenant: Date }

/** What an invitation says to who holds its link. `db` is the plain handle: the count stays. */
export async function lireInvitation(
  db: Db,
  { jeton, adresse, maintenant }: Visite,
): Promise<Invitation> {
  await compterDemande(db, `invitation:${adresse}`, QUOTAS.lecture, maintenant)
  const { code, libelle, email, expireLe } = refuserLien(await findParJeton(db, jeton, maintenant))
  return { code, libelle, email, expireLe }
}

type AvecMotDePasse = BodyOf<typeof inscriptionApi.repondreInvitation>
type ParFournisseur = Omit<BodyOf<typeof inscriptionApi.repondreParFournisseur>, 'invitation'>
type Reponse = Omit<AvecMotDePasse, 'password'>
type ReponseRecue<R> = Visite & Provenance & { config: Config; reponse: R }

/** What will open the account: a password, hashed; or who a provider says that the person is. */
type Cle = { motDePasse: string; identite?: IdentiteLue & { cle: string; libelle: string } }

/** Throws `MOT_DE_PASSE_FAIBLE` with every reason, unless the password may be used. */
function refuserFaible(reponse: AvecMotDePasse, email: string): void {
  const raisons = raisonsInscription(reponse, email)
  if (raisons.length === 0) return
  const code = 'MOT_DE_PASSE_FAIBLE' as const
  const details = raisons.map((libelle) => ({ chemin: 'body.password', code, libelle }))
  throw erreur(code, { raison: raisons.join(' ') }, { details })
}

function refuserNomPris(echec: unknown, identifiant: string): never {
  if (contrainteDe(echec) !== 'utilisateur_identifiant_unique') throw echec
  const code = 'IDENTIFIANT_EXISTANT'
  const libelle = libelleErreur(code, { identifiant })
  throw erreur(code, { identifiant }, { details: [{ chemin: 'body.identifiant', code, libelle }] })
}

const nomDe = ({ prenoms, nom }: Pick<Reponse, 'prenoms' | 'nom'>) => `${prenoms} ${nom}`

/** The account of the person who answers; `motDePasse` is hashed. */
async function ouvrirCompte(
  db: Db,
  { structureId, code, email }: InvitationRecue,
  { identifiant, prenoms, nom, telephone, fonction }: Reponse,
  { motDePasse, le }: { motDePasse: string; le: Date },
): Promise<number> {
  const nomAffichable = nomDe({ prenoms, nom })
  const roles = ['ROLE_STRUCTURE' as const]
  const personne = { identifiant, prenoms, nom, telephone, fonction, email }
  const compte = { ...personne, nomAffichable, roles, structureId, motDePasse }
  const id = await insertUtilisateur(db, compte).catch((echec: unknown) =>
    refuserNomPris(echec, identifiant),
  )
  await updateDerniereConnexion(db, { id, motDePasse }, le)
  // Whoever failed under this name before it was anybody's does not lock its owner out.
  await deleteTentativesDuCompte(db, { id, identifiant })
  const detail = { nomAffichable, roles, structure: code }
  const trace = { cible: { id, identifiant }, detail }
  await noter({ db, agent: { id }, maintenant: le }, 'UTILISATEUR_CREE', trace)
  return id
}

/** Links the account that has just opened. @throws IDENTITE_DEJA_LIEE */
async function lier(
  db: Db,
  compte: Parameters<typeof annoncerLien>[1],
  identite: NonNullable<Cle['identite']>,
  { adresse, appareil, maintenant, config }: ReponseRecue<Reponse>,
) {
  const { emetteur, sujet, email, cle: fournisseur, libelle, deuxFacteurs, jeton } = identite
  const lien = { utilisateurId: compte.id, emetteur, sujet, email, lieeLe: maintenant }
  const identiteId = await insertIdentite(db, lien)
  if (identiteId === undefined) throw erreur('IDENTITE_DEJA_LIEE')
  await updateIdentite(db, identiteId, { utiliseeLe: maintenant, deuxFacteurs })
  const annonce = { fournisseur: libelle, raison: 'invitation', adresse, appareil }
  await annoncerLien(db, compte, annonce, { maintenant, config })
  return { identiteId, fournisseur, deuxFacteurs, jeton }
}

/** Account, structure, invitation, session and their lines: all of them, or nothing. */
function accepter(
  db: Db,
  demande: ReponseRecue<Reponse>,
  { motDePasse, identite }: Cle,
): Promise<Session> {
  const { jeton, adresse, appareil, maintenant: le, reponse } = demande
  return inTransaction(db, async (tx) => {
    await verrouillerStructures(tx)
    // Read again and held: the password was hashed out of the transaction, and took its time.
    const recue = refuserLien(await findParJeton(tx, jeton, le, true))
    const id = await ouvrirCompte(tx, recue, reponse, { motDePasse, le })
    await updateAcceptation(tx, recue.id, id, le)
    const contexte = { db: tx, agent: { id }, maintenant: le }
    const nomAffichable = nomDe(reponse)
    const { email } = recue
    const compte = { id, identifiant: reponse.identifiant, nomAffichable, email }
    const par = identite && (await lier(tx, compte, identite, demande))
    const detail = { adresse, ...(par && { fournisseur: par.fournisseur }) }
    await noter(contexte, 'INVITATION_ACCEPTEE', { cible: recue.code, detail })
    await activerInvitee(contexte, recue.code)
    const jetons = await insertSession(tx, id, le, { adresse, appareil }, par)
    await noter(contexte, 'CONNEXION', { detail })
    return composeSession(tx, id, jetons, le, par)
  })
}

/**
 * Answers an invitation: its account opens, its structure becomes ACTIVE, and the person is signed
 * in. `db` is the plain handle: what throttles must stay, whatever follows.
 * @throws TROP_DE_DEMANDES, what `refuserLien` throws, MOT_DE_PASSE_FAIBLE, IDENTIFIANT_EXISTANT
 */
export async function repondreInvitation(
  db: Db,
  demande: ReponseRecue<AvecMotDePasse>,
): Promise<Session> {
  const { jeton, adresse, maintenant, reponse } = demande
  await compterDemande(db, `inscription:${adresse}`, QUOTAS.reponse, maintenant)
  const { email } = refuserLien(await findParJeton(db, jeton, maintenant))
  refuserFaible(reponse, email)
  return accepter(db, demande, { motDePasse: await hacherMotDePasse(reponse.password) })
}

/**
 * The same by a provider of identities: the account has no password, and this identity opens it.
 * Nobody is asked outside for a link that leads nowhere.
 * @throws TROP_DE_DEMANDES, what `refuserLien` throws, IDENTITE_REFUSEE, FOURNISSEUR_INJOIGNABLE,
 * IDENTITE_DEJA_LIEE, IDENTIFIANT_EXISTANT
 */
export async function repondreParFournisseur(
  db: Db,
  fournisseur: Fournisseur,
  demande: ReponseRecue<ParFournisseur>,
): Promise<Session> {
  const { jeton, adresse, maintenant, reponse } = demande
  await compterDemande(db, `inscription:${adresse}`, QUOTAS.reponse, maintenant)
  refuserLien(await findParJeton(db, jeton, maintenant))
  const lue = await exigerIdentite(db, fournisseur, reponse, demande)
  const { cle, libelle } = fournisseur
  return accepter(db, demande, {
    motDePasse: SANS_MOT_DE_PASSE,
    identite: { ...lue, cle, libelle },
  })
}
