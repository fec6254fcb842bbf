import { randomUUID } from 'node:crypto'
import type { Session } from '@releve/contract/session/session.schema.ts'
import { controlerMotDePasse } from '@releve/contract/utilisateur/mot-de-passe.ts'
import { z } from 'zod'
import { noterCompte } from '../journal/noter.sql.ts'
import { inTransaction } from '../platform/base/transaction.ts'
import { type AtelierEnvoi, createEnvoi } from '../platform/envoi.ts'
import { erreur } from '../platform/erreur.ts'
import type { Courriel } from '../platform/mailer.courriel.ts'
import { hacherMotDePasse } from '../platform/mot-de-passe.ts'
import type { Fournisseur } from '../platform/oidc.ts'
import type { Db } from '../platform/route.ts'
import { insertTache } from '../tache/tache.sql.ts'
import { findFournisseurImpose } from './identite.sql.ts'
import { verifierAncien } from './preuve.ts'
import { revoquerJetonsDe } from './programme.sql.ts'
import {
  type Compte,
  deleteProvisoires,
  estProvisoireConnu,
  findCompteParId,
  findDestinataireOublieux,
  findEmpreinteDuNom,
  tirerProvisoire,
  updateMotDePasse,
} from './secret.sql.ts'
import { DUREES, QUOTAS_OUBLI } from './session.rules.ts'
import { composeSession, fermerSessions, insertSession, type Provenance } from './session.sql.ts'
import { compterDemande, type Quand } from './tentative.sql.ts'

type Changement = {
  ancienMotDePasse: string
  nouveauMotDePasse: string
  /** Asked of its owner: his programs go on else. */
  revoquerJetons: boolean
}

/** Throws `MOT_DE_PASSE_FAIBLE` with every reason, unless the password may be used. */
async function refuserMotDePasseFaible(
  db: Db,
  compte: Compte,
  { ancienMotDePasse, nouveauMotDePasse: motDePasse }: Changement,
): Promise<void> {
  const provisoire = await estProvisoireConnu(db, { utilisateurId: compte.id, motDePasse })
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
 * Changes one's own password: every session closes and a new one opens; programs' tokens stay,
 * unless their owner says otherwise. `db` is the plain handle:
 * a wrong current password must be counted. Throws `ANCIEN_MOT_DE_PASSE_INCORRECT`,
 * `MOT_DE_PASSE_FAIBLE`, `TROP_DE_TENTATIVES`.
 */
export async function modifierMotDePasse(
  db: Db,
  utilisateurId: number,
  changement: Changement,
  { maintenant, attendre, ...provenance }: Provenance & Quand,
): Promise<Session> {
  const compte = await findCompteParId(db, utilisateurId)
  const { adresse } = provenance
  const quand = { adresse, maintenant, attendre }
  await verifierAncien(db, compte, changement.ancienMotDePasse, quand)
  await refuserMotDePasseFaible(db, compte, changement)
  const empreinte = await hacherMotDePasse(changement.nouveauMotDePasse)
  return inTransaction(db, async (tx) => {
    const change = await updateMotDePasse(tx, compte, empreinte)
    if (!change) throw erreur('ANCIEN_MOT_DE_PASSE_INCORRECT')
    await deleteProvisoires(tx, utilisateurId)
    await fermerSessions(tx, utilisateurId, 'MOT_DE_PASSE', maintenant)
    if (changement.revoquerJetons) {
      await revoquerJetonsDe({ db: tx, maintenant }, compte, { motif: 'MOT_DE_PASSE', par: compte })
    }
    const detail = { adresse }
    const jetons = await insertSession(tx, utilisateurId, maintenant, provenance)
    await noterCompte({ db: tx, maintenant }, compte, 'MOT_DE_PASSE_MODIFIE', { detail })
    return composeSession(tx, utilisateurId, jetons, maintenant)
  })
}

/** What the task carries: nothing that was typed, and no password. */
const zDemandeOubli = z.object({
  /** Of the name, or of the address, known or not. */
  empreinte: z.string(),
  demandeeLe: z.iso.datetime(),
  adresse: z.string(),
})

/** The same for all: whether the account exists is nobody's business. */
const REPONSE = { libelle: 'Un nouveau mot de passe vous a été envoyé par mail' }

type DemandeOubli = { identifiant: string; adresse: string; maintenant: Date }

/**
 * Takes a demand, known account or not: it looks none up, so that neither the answer nor its time
 * can tell; a task does, later. `db` is the plain handle: the count must stay whatever follows.
 * @throws TROP_DE_DEMANDES
 */
export async function demanderMotDePasse(
  db: Db,
  { identifiant, adresse, maintenant }: DemandeOubli,
): Promise<typeof REPONSE> {
  const { parAdresse, parCompte } = QUOTAS_OUBLI
  await compterDemande(db, `motDePasse:${adresse}`, parAdresse, maintenant)
  const empreinte = await findEmpreinteDuNom(db, identifiant)
  await compterDemande(db, `motDePasse:${empreinte}`, parCompte, maintenant)
  const charge: z.infer<typeof zDemandeOubli> = {
    empreinte,
    demandeeLe: maintenant.toISOString(),
    adresse,
  }
  await inTransaction(db, async (tx) => {
    const cle = `motDePasse:${randomUUID()}`
    await insertTache(tx, { genre: 'MOT_DE_PASSE_OUBLIE', cle, charge, dueLe: maintenant })
    // Whose it is, nobody has looked up.
    const trace = { detail: { adresse } }
    await noterCompte({ db: tx, maintenant }, null, 'MOT_DE_PASSE_DEMANDE', trace)
  })
  return REPONSE
}

type Destinataire = NonNullable<Awaited<ReturnType<typeof findDestinataireOublieux>>>

function courrielDe(compte: Destinataire, motDePasse: string, urlPublique?: string): Courriel {
  return {
    a: { nom: compte.nomAffichable, email: compte.email },
    objet: 'Relevé\u00a0: votre mot de passe provisoire',
    texte: [
      `Bonjour ${compte.nomAffichable},`,
      `Un nouveau mot de passe a été demandé pour votre compte «\u00a0${compte.identifiant}\u00a0».`,
      `Mot de passe provisoire\u00a0:\n${motDePasse}`,
      'Il vaut 30\u00a0minutes, ou jusqu’à ce que vous en ayez choisi un autre, ce qui vous est demandé aussitôt connecté. Si vous en avez reçu plusieurs, prenez le dernier.',
      'Votre mot de passe actuel reste valable tant que vous n’avez pas utilisé celui-ci. Si vous n’avez rien demandé, ne tenez pas compte de ce courriel.',
    ].join('\n\n'),
    ...(urlPublique && { lien: { libelle: 'Se connecter', url: `${urlPublique}/auth/login` } }),
  }
}

/** For an account that no password opens: nothing was drawn. */
function courrielDuFournisseur(
  compte: Destinataire,
  fournisseur: string,
  urlPublique?: string,
): Courriel {
  return {
    a: { nom: compte.nomAffichable, email: compte.email },
    objet: 'Relevé\u00a0: votre compte s’ouvre sans mot de passe',
    texte: [
      `Bonjour ${compte.nomAffichable},`,
      `Un nouveau mot de passe a été demandé pour votre compte «\u00a0${compte.identifiant}\u00a0». Aucun n’a été créé\u00a0: ce compte s’ouvre par «\u00a0${fournisseur}\u00a0», avec l’identifiant et le mot de passe que vous y avez.`,
      `À l’écran de connexion, choisissez le bouton «\u00a0${fournisseur}\u00a0». Si vous n’avez plus accès à ce service, adressez-vous à qui le tient\u202f; la direction centrale peut aussi délier votre compte.`,
      'Si vous n’avez rien demandé, ne tenez pas compte de ce courriel.',
    ].join('\n\n'),
    ...(urlPublique && { lien: { libelle: 'Se connecter', url: `${urlPublique}/auth/login` } }),
  }
}

/**
 * What carries a demand out: sends a new temporary password to its account, or says that none opens
 * it. A demand that waited as
 * long as a password lives is dropped: nobody waits for its mail any more.
 */
export function createEnvoiMotDePasse(
  atelier: AtelierEnvoi & { urlPublique?: string; fournisseurs: readonly Fournisseur[] },
) {
  const { urlPublique, fournisseurs } = atelier
  return createEnvoi(atelier, {
    charge: zDemandeOubli,
    async ecrire(tx, { empreinte, demandeeLe, adresse }, le) {
      const duree = DUREES.provisoire
      if (le.getTime() - Date.parse(demandeeLe) >= duree) return null
      const compte = await findDestinataireOublieux(tx, empreinte)
      if (!compte) return null
      const { id } = compte
      const impose = await findFournisseurImpose(tx, await findCompteParId(tx, id), fournisseurs)
      if (impose) return courrielDuFournisseur(compte, impose, urlPublique)
      const tirage = { compte, le, duree, adresse }
      return courrielDe(compte, await tirerProvisoire(tx, tirage), urlPublique)
    },
  })
}
