import type { Session } from '@releve/contract/session/session.schema.ts'
import { z } from 'zod'
import { noterCompte } from '../journal/noter.sql.ts'
import { inTransaction } from '../platform/base/transaction.ts'
import type { Config } from '../platform/config.ts'
import { erreur } from '../platform/erreur.ts'
import { empreinteDe } from '../platform/jeton.ts'
import type { Db } from '../platform/route.ts'
import { findAppareilConnu, findAppareilVerifie, reconnaitreAppareil } from './appareil.sql.ts'
import {
  findIdentiteDuCompte,
  insertIdentiteParAdresse,
  type Sujet,
  updateIdentite,
} from './identite.sql.ts'
import { descellerIdentite } from './jeton.ts'
import { verifierCode } from './preuve.ts'
import { deleteDefi, findSecondFacteur, traceDe, updateEssai } from './second-facteur.sql.ts'
import {
  type Compte,
  findCompteParId,
  updateDerniereConnexion,
  updateMotDePasseOublie,
  updateProvisoire,
} from './secret.sql.ts'
import {
  composeSession,
  fermerSessions,
  type IdentiteDeSession,
  insertSession,
  type Provenance,
} from './session.sql.ts'
import {
  type Compteur,
  compteurDeLAppareil,
  compteurDuNom,
  deleteTentative,
  deleteTentativesDuCompte,
  type Quand,
  reprendreTentative,
} from './tentative.sql.ts'
import { annoncerLien } from './titulaire.courriel.ts'

type CompteVerifie = Pick<Compte, 'id' | 'identifiant' | 'motDePasse' | 'nomAffichable' | 'email'>

/** Who a provider says that one is, until the sign-in ends. */
export type IdentiteVenue = Omit<IdentiteDeSession, 'identiteId'> & {
  /** The link that he came by; null: none is kept yet, his address designates him. */
  identiteId: number | null
  lien: Sujet & { email: string | null; libelle: string }
}

type Ouverture = Provenance & {
  maintenant: Date
  config: Config
  /** Fingerprint of the temporary password given; null: the account's own was. */
  provisoire: Buffer | null
  /** The challenge answered with a right code; absent: the account has no second factor. */
  defi?: string
  /** What the device shows of itself. */
  jetonAppareil: string | undefined
  /** The fingerprint of the device, when the account has signed in from it before. */
  connu: Buffer | null
  /** Who a provider says that he is; absent: his password was given. */
  identite?: IdentiteVenue | null
  /** The counters on which the try was counted as a failure. */
  compteurs: readonly Compteur[]
}

/**
 * The temporary password serves: the old one no more, and what was open closes. It serves again
 * until another is chosen. Returns the account as it is now; undefined when it has changed.
 */
async function servirProvisoire(
  db: Db,
  compte: CompteVerifie,
  empreinte: Buffer,
  maintenant: Date,
): Promise<Pick<Compte, 'id' | 'motDePasse'> | undefined> {
  const change = await updateMotDePasseOublie(db, compte)
  const essai = { utilisateurId: compte.id, empreinte }
  if (!change || !(await updateProvisoire(db, essai, maintenant))) return undefined
  await fermerSessions(db, compte.id, 'MOT_DE_PASSE', maintenant)
  return change
}

/**
 * Forgets the failures of whoever has signed in, those of his way in alone: a stranger's stay on
 * their own count, or each sign-in of the owner would give him more tries. A mailed password is
 * worth a link that lifts the wait: every wrong password is forgotten.
 */
async function oublierEchecs(
  db: Db,
  compte: CompteVerifie,
  { provisoire, connu, compteurs, identite }: Ouverture,
): Promise<void> {
  // Of passwords, a provider proves nothing.
  if (identite) return
  // The address keeps what others have missed from it.
  for (const compteur of compteurs) await reprendreTentative(db, compteur)
  if (provisoire) return deleteTentativesDuCompte(db, compte)
  const sien = connu ? compteurDeLAppareil(compte.id, connu) : compteurDuNom(compte.identifiant)
  await deleteTentative(db, sien)
}

/** The link that an address makes the first time, or that another call has just made. */
async function lierParAdresse(
  db: Db,
  compte: CompteVerifie,
  { lien: { libelle: fournisseur, ...sujet } }: IdentiteVenue,
  { adresse, appareil, maintenant, config }: Ouverture,
): Promise<number | undefined> {
  const lien = { ...sujet, utilisateurId: compte.id, lieeLe: maintenant }
  const id = await insertIdentiteParAdresse(db, lien)
  if (id === undefined) {
    const autre = await findIdentiteDuCompte(db, compte.id, sujet.emetteur)
    return autre?.sujet === sujet.sujet ? autre.id : undefined
  }
  const annonce = { fournisseur, raison: 'adresse électronique', adresse, appareil }
  await annoncerLien(db, compte, annonce, { maintenant, config })
  return id
}

/**
 * What the session keeps of an identity, its link with it: made now that nothing else is asked.
 * Undefined when it opens this account no more.
 */
async function retenirIdentite(
  db: Db,
  compte: CompteVerifie,
  identite: IdentiteVenue,
  ouverture: Ouverture,
): Promise<IdentiteDeSession | undefined> {
  const { lien: _, ...gardee } = identite
  const { deuxFacteurs } = identite
  const identiteId = identite.identiteId ?? (await lierParAdresse(db, compte, identite, ouverture))
  if (identiteId === undefined) return undefined
  const usage = { utiliseeLe: ouverture.maintenant, deuxFacteurs }
  return (await updateIdentite(db, identiteId, usage)) ? { ...gardee, identiteId } : undefined
}

/**
 * Opens a session for whoever has shown all that is asked, in one transaction, and forgets the
 * failures of his way in. Throws `IDENTIFIANTS_INVALIDES` or, after a code, `VERIFICATION_EXPIREE` when
 * the account has changed since its password was verified.
 */
export function ouvrirSession(
  db: Db,
  compte: CompteVerifie,
  ouverture: Ouverture,
): Promise<Session> {
  const { adresse, appareil, maintenant, provisoire, defi, identite } = ouverture
  const change = defi
    ? 'VERIFICATION_EXPIREE'
    : identite
      ? 'IDENTITE_REFUSEE'
      : 'IDENTIFIANTS_INVALIDES'
  return inTransaction(db, async (tx) => {
    if (defi && !(await deleteDefi(tx, defi))) throw erreur('VERIFICATION_EXPIREE')
    const verifie = provisoire ? await servirProvisoire(tx, compte, provisoire, maintenant) : compte
    // The password was verified out of the transaction, and took its time.
    const inchange = verifie && (await updateDerniereConnexion(tx, verifie, maintenant))
    if (!inchange) throw erreur(change)
    // Activated since: it holds the account's line while it closes what is open, so it is seen here.
    const prouves = defi !== undefined || identite?.deuxFacteurs === true
    const facteur = prouves ? undefined : await findSecondFacteur(tx, compte.id)
    if (facteur?.activeLe) throw erreur(change)
    await oublierEchecs(tx, compte, ouverture)
    const parCode = defi !== undefined
    const montre = { utilisateurId: compte.id, jeton: ouverture.jetonAppareil, parCode }
    const jetonAppareil = await reconnaitreAppareil(tx, montre, maintenant)
    const empreinteAppareil = empreinteDe(jetonAppareil)
    const provenance = { adresse, appareil, empreinteAppareil }
    const par = identite ? await retenirIdentite(tx, compte, identite, ouverture) : undefined
    if (identite && !par) throw erreur(change)
    const jetons = await insertSession(tx, compte.id, maintenant, provenance, par)
    const detail = {
      adresse,
      ...(identite && { fournisseur: identite.fournisseur }),
      ...(provisoire && { provisoire: true }),
      ...(defi && { secondFacteur: true }),
    }
    await noterCompte({ db: tx, maintenant }, compte, 'CONNEXION', { detail })
    const session = await composeSession(tx, compte.id, jetons, maintenant, identite)
    return { ...session, jetonAppareil }
  })
}

/** What a challenge keeps of whoever came by a provider; two factors, or none would be asked for. */
const zIdentiteGardee = z.object({
  identiteId: z.number().nullable(),
  fournisseur: z.string(),
  deuxFacteurs: z.boolean(),
  jeton: z.string(),
  lien: z.object({
    emetteur: z.string(),
    sujet: z.string(),
    email: z.string().nullable(),
    libelle: z.string(),
  }),
})

/** @throws VERIFICATION_EXPIREE where the platform before this one wrote it */
function relireIdentite(defi: string, scellee: Buffer): IdentiteVenue {
  const lue = zIdentiteGardee.safeParse(JSON.parse(descellerIdentite(defi, scellee)))
  if (!lue.success) throw erreur('VERIFICATION_EXPIREE')
  return lue.data
}

type DemandeVerification = Provenance &
  Quand & {
    defi: string
    code: string
    jetonAppareil?: string | undefined
    config: Config
  }

/**
 * Ends a sign-in by a code, within five minutes and five tries of its challenge. `db` is the plain
 * handle: a wrong code must be counted. Throws `VERIFICATION_EXPIREE`, `COMPTE_BLOQUE`,
 * `CODE_INCORRECT`, `TROP_DE_CODES`.
 */
export async function verifierDefi(db: Db, demande: DemandeVerification): Promise<Session> {
  const { defi, code, jetonAppareil, adresse, appareil, maintenant, attendre, config } = demande
  const essai = await updateEssai(db, defi, maintenant)
  if (!essai) throw erreur('VERIFICATION_EXPIREE')
  const compte = await findCompteParId(db, essai.utilisateurId)
  if (!traceDe(compte.motDePasse).equals(essai.motDePasse)) throw erreur('VERIFICATION_EXPIREE')
  if (compte.statut === 'BLOQUE') {
    await noterCompte({ db, maintenant }, compte, 'CONNEXION_BLOQUEE', { detail: { adresse } })
    throw erreur('COMPTE_BLOQUE')
  }
  const montre = { utilisateurId: compte.id, jeton: jetonAppareil }
  const connu = await findAppareilConnu(db, montre, maintenant)
  const voie = await findAppareilVerifie(db, montre, maintenant)
  await verifierCode(db, compte, code, { adresse, maintenant, attendre, voie })
  const { provisoire } = essai
  const identite = essai.identite && relireIdentite(defi, essai.identite)
  const provenance = { adresse, appareil, maintenant, jetonAppareil, connu, config }
  return ouvrirSession(db, compte, { ...provenance, provisoire, defi, identite, compteurs: [] })
}
