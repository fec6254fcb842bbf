import { zChamp } from '@releve/contract/champ.schema.ts'
import { libelleErreur } from '@releve/contract/erreur.ts'
import type { Retour } from '@releve/contract/fournisseur/fournisseur.api.ts'
import type { Session } from '@releve/contract/session/session.schema.ts'
import { CHAMPS_UTILISATEUR } from '@releve/contract/utilisateur/utilisateur.champs.ts'
import { z } from 'zod'
import { noter, noterCompte } from '../journal/noter.sql.ts'
import { inTransaction } from '../platform/base/transaction.ts'
import { adressePubliqueDe, type Config } from '../platform/config.ts'
import { ErreurMetier, erreur } from '../platform/erreur.ts'
import { type Fournisseur, type IdentiteLue, readIdentite } from '../platform/oidc.ts'
import type { Db } from '../platform/route.ts'
import { findAppareilConnu } from '../session/appareil.sql.ts'
import {
  findCompteDeLIdentite,
  findIdentiteDuCompte,
  listComptesDeLAdresse,
} from '../session/identite.sql.ts'
import { type IdentiteVenue, ouvrirSession } from '../session/ouvrir.ts'
import { insertDefi } from '../session/second-facteur.sql.ts'
import {
  type Compte,
  findCompte,
  findCompteParId,
  SANS_MOT_DE_PASSE,
} from '../session/secret.sql.ts'
import { doitActiver } from '../session/session.sql.ts'
import { deleteTentativesDuCompte } from '../session/tentative.sql.ts'
import { findStructureActive, verrouillerStructures } from '../structure/structure.sql.ts'
import { insertUtilisateur } from '../utilisateur/utilisateur.sql.ts'

/** From where, when, and where the provider sends back to. */
export type Circonstances = {
  config: Config
  adresse: string
  appareil: string | null
  maintenant: Date
}

/** Where every provider sends back to: one address to register there. */
export const adresseRetourDe = (config: Config) => `${adressePubliqueDe(config)}/auth/verify`

/** That which the call names, of those that the configuration knows. */
export const findFournisseur = ({
  config,
  body,
}: {
  config: Config
  body: { fournisseur: string }
}): Fournisseur | undefined => config.fournisseurs.find(({ cle }) => cle === body.fournisseur)

/** Those who see, and where, what a provider's failure is not theirs to mend. */
const anonyme = (db: Db, maintenant: Date) => ({ db, maintenant })

/**
 * Who this provider says that one is. `db` is the plain handle, out of any transaction: the
 * provider may be slow, and what refuses leaves its line in the journal.
 * @throws IDENTITE_REFUSEE, FOURNISSEUR_INJOIGNABLE
 */
export async function exigerIdentite(
  db: Db,
  fournisseur: Fournisseur,
  retour: Retour,
  { config, adresse, maintenant }: Circonstances,
): Promise<IdentiteLue> {
  const trace = { adresse, fournisseur: fournisseur.libelle }
  const envoi = { ...retour, adresseRetour: adresseRetourDe(config) }
  const lue = await readIdentite(fournisseur, envoi, maintenant).catch(async (echec: unknown) => {
    if (echec instanceof ErreurMetier) {
      const detail = { cible: adresse, detail: trace, espacee: true } as const
      await noterCompte(anonyme(db, maintenant), null, 'FOURNISSEUR_INJOIGNABLE', detail)
    }
    throw echec
  })
  if ('identite' in lue) return lue.identite
  const detail = { ...trace, raison: lue.refus }
  await noterCompte(anonyme(db, maintenant), null, 'IDENTITE_REFUSEE', { detail })
  throw erreur('IDENTITE_REFUSEE')
}

type CompteTrouve = { compte: Compte; identiteId: number | null }
type Recherche = CompteTrouve | { raison: string; personne?: true }

/** Whom an address designates, for who was never linked: one account alone, and never a central one. */
async function trouverParAdresse(
  db: Db,
  { emetteur, sujet, email }: IdentiteLue,
): Promise<Recherche> {
  if (email === null) return { raison: 'adresse absente, ou non vérifiée par ce service' }
  const [seul, autre] = await listComptesDeLAdresse(db, email)
  if (!seul) return { raison: 'aucun compte à cette adresse', personne: true }
  // Never activated: as if it did not exist, though its address is taken.
  if (seul.statut === 'INVITE') return { raison: 'aucun compte à cette adresse' }
  if (autre) return { raison: 'plusieurs comptes à cette adresse' }
  if (seul.roles.some((role) => role !== 'ROLE_STRUCTURE')) {
    return { raison: 'compte central, que son titulaire lie lui-même' }
  }
  const liee = await findIdentiteDuCompte(db, seul.id, emetteur)
  if (liee && liee.sujet !== sujet) {
    return { raison: 'compte lié à une autre identité de ce service' }
  }
  // Linked by another call since it was looked for.
  return { compte: seul, identiteId: liee?.id ?? null }
}

async function trouverCompte(db: Db, identite: IdentiteLue): Promise<Recherche> {
  return (await findCompteDeLIdentite(db, identite)) ?? (await trouverParAdresse(db, identite))
}

/** The line of the journal of who came from a provider and opens no account. */
const noterSansCompte = (
  db: Db,
  fournisseur: Fournisseur,
  raison: string,
  { adresse, maintenant }: Circonstances,
) =>
  noterCompte(anonyme(db, maintenant), null, 'IDENTITE_SANS_COMPTE', {
    detail: { adresse, fournisseur: fournisseur.libelle, raison },
  })

type Connexion = Circonstances & { jetonAppareil: string | undefined }

const zCree = z.object({
  identifiant: zChamp(CHAMPS_UTILISATEUR.identifiant),
  nom: zChamp(CHAMPS_UTILISATEUR.nom),
  prenoms: zChamp(CHAMPS_UTILISATEUR.prenoms).catch(''),
  email: zChamp(CHAMPS_UTILISATEUR.email),
})

/** Nothing is created of what a provider says: why, for the person and for the journal. */
async function refuserCreation(
  db: Db,
  fournisseur: Fournisseur,
  raison: string,
  connexion: Circonstances,
): Promise<never> {
  await noterSansCompte(db, fournisseur, raison, connexion)
  throw erreur('COMPTE_NON_CREE', { fournisseur: fournisseur.libelle, raison })
}

/** What an account would be, by what a provider says; or why there can be none. */
function lireCreation(
  { creation }: Fournisseur,
  { dits, email }: IdentiteLue,
): { raison: string } | { compte: z.infer<typeof zCree>; code: string } {
  if (!creation) return { raison: 'ce service n’en crée pas.' }
  const role = dits[creation.role]
  const roles: unknown[] = Array.isArray(role) ? role : [role]
  if (!roles.some((un) => typeof un === 'string' && creation.roleStructure.includes(un))) {
    return { raison: 'il ne vous dit pas agent d’une structure.' }
  }
  const code = dits[creation.structure]
  if (typeof code !== 'string' || !code.trim()) return { raison: 'il ne nomme pas de structure.' }
  const { identifiant, nom, prenoms } = creation
  const dit = { identifiant: dits[identifiant], nom: dits[nom], prenoms: dits[prenoms], email }
  const lu = zCree.safeParse(dit)
  if (lu.success) return { compte: lu.data, code: code.trim() }
  const champ = CHAMPS_UTILISATEUR[lu.error.issues[0]?.path[0] as keyof z.infer<typeof zCree>]
  return { raison: `«\u00a0${champ.libelle}\u00a0» y manque, ou n’est pas acceptable ici.` }
}

/** The account that a provider's words make, with no password, for its structure. */
async function insertCompteCree(
  db: Db,
  compte: z.infer<typeof zCree>,
  structure: { id: number; code: string },
  { fournisseur, adresse, maintenant }: { fournisseur: string; adresse: string; maintenant: Date },
): Promise<Compte> {
  const nomAffichable = `${compte.prenoms} ${compte.nom}`.trim()
  const roles = ['ROLE_STRUCTURE' as const]
  const acces = { nomAffichable, roles, structureId: structure.id, motDePasse: SANS_MOT_DE_PASSE }
  const id = await insertUtilisateur(db, { ...compte, ...acces })
  await deleteTentativesDuCompte(db, { id, identifiant: compte.identifiant })
  const detail = { nomAffichable, roles, structure: structure.code, fournisseur, adresse }
  const trace = { cible: { id, identifiant: compte.identifiant }, detail }
  await noter({ db, agent: { id }, maintenant }, 'UTILISATEUR_CREE', trace)
  return findCompteParId(db, id)
}

/**
 * Creates an account of a structure by what the provider says, links it and opens its session: all
 * of it, or nothing. Null: another call has just created it.
 * @throws COMPTE_NON_CREE
 */
async function ouvrirCompteNeuf(
  db: Db,
  fournisseur: Fournisseur,
  lue: IdentiteLue,
  connexion: Connexion,
): Promise<Session | null> {
  const { adresse, maintenant } = connexion
  const voulu = lireCreation(fournisseur, lue)
  if ('raison' in voulu) return refuserCreation(db, fournisseur, voulu.raison, connexion)
  const { compte, code } = voulu
  const trace = { fournisseur: fournisseur.libelle, adresse, maintenant }
  const ouverte = await inTransaction(db, async (tx) => {
    // Of two at once, the second sees what the first has done; and no structure closes meanwhile.
    await verrouillerStructures(tx)
    if (await findCompteDeLIdentite(tx, lue)) return null
    const structure = await findStructureActive(tx, code)
    if (!structure) return { raison: `la structure «\u00a0${code}\u00a0» n’est pas active ici.` }
    const [meme] = await listComptesDeLAdresse(tx, compte.email)
    if (meme) return { raison: 'un compte a déjà cette adresse électronique.' }
    if (await findCompte(tx, compte.identifiant)) {
      return { raison: `l’identifiant «\u00a0${compte.identifiant}\u00a0» est déjà pris.` }
    }
    const cree = await insertCompteCree(tx, compte, structure, trace)
    return ouvrir(tx, { compte: cree, identiteId: null }, fournisseur, lue, connexion)
  })
  if (ouverte === null || !('raison' in ouverte)) return ouverte
  return refuserCreation(db, fournisseur, ouverte.raison, connexion)
}

/** The account's own factor is asked for, where the provider has not attested two. */
async function exigerFacteurs(
  db: Db,
  compte: Compte,
  identite: IdentiteVenue,
  { adresse, maintenant }: Circonstances,
): Promise<void> {
  if (identite.deuxFacteurs) return
  const defi = await insertDefi(db, compte, null, maintenant, identite)
  if (defi) {
    await noterCompte({ db, maintenant }, compte, 'VERIFICATION_DEMANDEE', { detail: { adresse } })
    const libelle = libelleErreur('VERIFICATION_REQUISE')
    throw erreur('VERIFICATION_REQUISE', {}, { details: [{ chemin: 'defi', code: defi, libelle }] })
  }
  if (await doitActiver(db, compte.id, maintenant)) throw erreur('SECOND_FACTEUR_DU_FOURNISSEUR')
}

/** Opens the session of this account for whoever the provider says that he is. */
async function ouvrir(
  db: Db,
  { compte, identiteId }: CompteTrouve,
  { cle, libelle }: Fournisseur,
  { emetteur, sujet, email, deuxFacteurs, jeton }: IdentiteLue,
  connexion: Connexion,
): Promise<Session> {
  const { config, adresse, appareil, maintenant, jetonAppareil } = connexion
  const lien = { emetteur, sujet, email, libelle }
  const identite = { identiteId, fournisseur: cle, deuxFacteurs, jeton, lien }
  await exigerFacteurs(db, compte, identite, connexion)
  const montre = { utilisateurId: compte.id, jeton: jetonAppareil }
  const connu = await findAppareilConnu(db, montre, maintenant)
  const provenance = { adresse, appareil, maintenant, jetonAppareil, connu, config }
  return ouvrirSession(db, compte, { ...provenance, provisoire: null, identite, compteurs: [] })
}

/**
 * Opens the session of an account by what a provider says: one that exists, or one that a setting
 * has it create. `db` is the plain handle.
 * @throws IDENTITE_REFUSEE, FOURNISSEUR_INJOIGNABLE, IDENTITE_SANS_COMPTE, COMPTE_NON_CREE,
 * COMPTE_BLOQUE, VERIFICATION_REQUISE, SECOND_FACTEUR_DU_FOURNISSEUR
 */
export async function connecterParFournisseur(
  db: Db,
  fournisseur: Fournisseur,
  retour: Retour,
  connexion: Connexion,
): Promise<Session> {
  const { adresse, maintenant } = connexion
  const lue = await exigerIdentite(db, fournisseur, retour, connexion)
  let trouve = await trouverCompte(db, lue)
  if ('raison' in trouve && trouve.personne && fournisseur.creation) {
    const ouverte = await ouvrirCompteNeuf(db, fournisseur, lue, connexion)
    if (ouverte) return ouverte
    trouve = await trouverCompte(db, lue)
  }
  if ('raison' in trouve) {
    await noterSansCompte(db, fournisseur, trouve.raison, connexion)
    throw erreur('IDENTITE_SANS_COMPTE')
  }
  const { compte } = trouve
  if (compte.statut === 'BLOQUE') {
    await noterCompte({ db, maintenant }, compte, 'CONNEXION_BLOQUEE', { detail: { adresse } })
    throw erreur('COMPTE_BLOQUE')
  }
  return ouvrir(db, trouve, fournisseur, lue, connexion)
}
