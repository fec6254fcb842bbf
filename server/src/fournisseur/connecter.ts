import { libelleErreur } from '@releve/contract/erreur.ts'
import type { Retour } from '@releve/contract/fournisseur/fournisseur.api.ts'
import type { Session } from '@releve/contract/session/session.schema.ts'
import { noterCompte } from '../journal/noter.sql.ts'
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
import type { Compte } from '../session/secret.sql.ts'
import { doitActiver } from '../session/session.sql.ts'

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

type Recherche = { compte: Compte; identiteId: number | null } | { raison: string }

/** Whom an address designates, for who was never linked: one account alone, and never a central one. */
async function trouverParAdresse(
  db: Db,
  { emetteur, sujet, email }: IdentiteLue,
): Promise<Recherche> {
  if (email === null) return { raison: 'adresse absente, ou non vérifiée par ce service' }
  const [seul, autre] = await listComptesDeLAdresse(db, email)
  if (!seul || seul.statut === 'INVITE') return { raison: 'aucun compte à cette adresse' }
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

async function refuserSansCompte(
  db: Db,
  { libelle }: Fournisseur,
  raison: string,
  { adresse, maintenant }: Circonstances,
): Promise<never> {
  const detail = { adresse, fournisseur: libelle, raison }
  await noterCompte(anonyme(db, maintenant), null, 'IDENTITE_SANS_COMPTE', { detail })
  throw erreur('IDENTITE_SANS_COMPTE')
}

type Connexion = Circonstances & { jetonAppareil: string | undefined }

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

/**
 * Opens the session of an account that exists, by what a provider says. `db` is the plain handle.
 * @throws IDENTITE_REFUSEE, FOURNISSEUR_INJOIGNABLE, IDENTITE_SANS_COMPTE, COMPTE_BLOQUE,
 * VERIFICATION_REQUISE, SECOND_FACTEUR_DU_FOURNISSEUR
 */
export async function connecterParFournisseur(
  db: Db,
  fournisseur: Fournisseur,
  retour: Retour,
  connexion: Connexion,
): Promise<Session> {
  const { config, adresse, appareil, maintenant, jetonAppareil } = connexion
  const lue = await exigerIdentite(db, fournisseur, retour, connexion)
  const trouve = await trouverCompte(db, lue)
  if ('raison' in trouve) return refuserSansCompte(db, fournisseur, trouve.raison, connexion)
  const { compte } = trouve
  if (compte.statut === 'BLOQUE') {
    await noterCompte({ db, maintenant }, compte, 'CONNEXION_BLOQUEE', { detail: { adresse } })
    throw erreur('COMPTE_BLOQUE')
  }
  const { emetteur, sujet, email, deuxFacteurs, jeton } = lue
  const { cle, libelle } = fournisseur
  const lien = { emetteur, sujet, email, libelle }
  const identite = { identiteId: trouve.identiteId, fournisseur: cle, deuxFacteurs, jeton, lien }
  await exigerFacteurs(db, compte, identite, connexion)
  const connu = await findAppareilConnu(
    db,
    { utilisateurId: compte.id, jeton: jetonAppareil },
    maintenant,
  )
  const provenance = { adresse, appareil, maintenant, jetonAppareil, connu, config }
  return ouvrirSession(db, compte, { ...provenance, provisoire: null, identite, compteurs: [] })
}
