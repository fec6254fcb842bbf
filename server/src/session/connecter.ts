import { libelleErreur } from '@releve/contract/erreur.ts'
import type { Session } from '@releve/contract/session/session.schema.ts'
import { insertJournal } from '../journal/journal.sql.ts'
import { ErreurMetier, erreur } from '../platform/erreur.ts'
import { verifierMotDePasse } from '../platform/mot-de-passe.ts'
import type { Sql } from '../platform/route.ts'
import { type Compte, findCompte } from '../utilisateur/utilisateur.sql.ts'
import { findAppareilConnu } from './appareil.sql.ts'
import { insertAvis } from './avis.sql.ts'
import { insertDefi } from './defi.sql.ts'
import { noterFrein } from './frein.sql.ts'
import { ouvrirSession } from './ouvrir.ts'
import { attendrePassage } from './passage.sql.ts'
import { cleDe, estProvisoire } from './provisoire.sql.ts'
import type { Provenance } from './session.sql.ts'
import {
  type Compteur,
  compteurDeLAdresse,
  compteurDeLAppareil,
  compteurDuNom,
  deleteTentative,
  type Essai,
  essayer,
  estDernierOuvert,
  reprendreTentative,
} from './tentative.sql.ts'

/** The id of no account. */
const PERSONNE = 0

type Demande = Provenance & {
  identifiant: string
  password: string
  jetonAppareil?: string | undefined
  maintenant: Date
}

/** What was found of a password that one gave: whether it is right, and under which counters. */
type Verdict = { juste: boolean; provisoire: boolean; essai?: Essai; compteurs: Compteur[] }

async function refuserConnexion(
  sql: Sql,
  compte: Compte | undefined,
  { essai }: Verdict,
  { identifiant, adresse, maintenant: le }: Demande,
): Promise<never> {
  const ligne = { le, utilisateurId: compte?.id ?? null, detail: { adresse } }
  await insertJournal(sql, { ...ligne, action: 'CONNEXION_ECHOUEE' })
  if (essai?.bloqueJusqua) {
    await insertJournal(sql, { ...ligne, action: 'COMPTE_FREINE' })
    // For any name: whether somebody bears it is looked for later, as the mail leaves.
    await insertAvis(sql, { cause: 'MOT_DE_PASSE', identifiant, adresse, le }, essai)
  }
  throw erreur('IDENTIFIANTS_INVALIDES')
}

/** The password is right, a code is asked for: no failure, no session yet, nothing forgotten. */
async function demanderCode(
  sql: Sql,
  compte: Compte,
  defi: string,
  { compteurs }: Verdict,
  { adresse, maintenant: le }: Demande,
): Promise<never> {
  for (const compteur of compteurs) await reprendreTentative(sql, compteur)
  const ligne = { utilisateurId: compte.id, action: 'VERIFICATION_DEMANDEE', detail: { adresse } }
  await insertJournal(sql, { le, ...ligne })
  const libelle = libelleErreur('VERIFICATION_REQUISE')
  throw erreur('VERIFICATION_REQUISE', {}, { details: [{ chemin: 'defi', code: defi, libelle }] })
}

/** The password is right, the account is blocked: no failure, and no session. */
async function refuserBloque(
  sql: Sql,
  compte: Compte,
  { compteurs }: Verdict,
  { adresse, maintenant: le }: Demande,
): Promise<never> {
  for (const compteur of compteurs) {
    if (compteur.ralentit) await deleteTentative(sql, compteur)
    else await reprendreTentative(sql, compteur)
  }
  const ligne = { utilisateurId: compte.id, action: 'CONNEXION_BLOQUEE', detail: { adresse } }
  await insertJournal(sql, { le, ...ligne })
  throw erreur('COMPTE_BLOQUE')
}

/** A password, and whether it is one mailed to the account: both are looked at, whatever the name. */
function preparer(sql: Sql, compte: Compte | undefined, { password, maintenant }: Demande) {
  // An account never activated has no password yet: as if it did not exist.
  const empreinte = compte?.statut === 'INVITE' ? undefined : compte?.motDePasse
  const essai = { utilisateurId: compte?.id ?? PERSONNE, motDePasse: password }
  return async () => {
    const sien = await verifierMotDePasse(empreinte, password)
    const provisoire = !sien && (await estProvisoire(sql, essai, maintenant))
    return { juste: sien || provisoire, provisoire }
  }
}

/**
 * All else waits: a try now and then is looked at still, whatever the name. A mailed password
 * passes, which nobody guesses, and any right one on the last account of the central directorate
 * that is open, which is only slowed. Others learn nothing: right or wrong, they wait.
 */
async function passerLentement(
  sql: Sql,
  compte: Compte | undefined,
  { adresse, maintenant }: Demande,
  verifier: ReturnType<typeof preparer>,
  echec: unknown,
): Promise<Verdict> {
  const attend = echec instanceof ErreurMetier && echec.code === 'TROP_DE_TENTATIVES'
  if (!attend || !(await attendrePassage(sql, adresse, maintenant))) throw echec
  const vu = await verifier()
  const dernier = await estDernierOuvert(sql, compte?.id ?? PERSONNE, maintenant)
  if (!vu.juste || !(vu.provisoire || dernier)) throw echec
  return { ...vu, compteurs: [] }
}

/** Counts a try where it belongs, and verifies its password unless it must wait. */
async function essayerNom(
  sql: Sql,
  compte: Compte | undefined,
  connu: Buffer | null,
  demande: Demande,
): Promise<Verdict> {
  const { identifiant, adresse, maintenant } = demande
  // A device that has signed in before answers for itself alone: no stranger's failure bars it.
  const compteurs =
    compte && connu
      ? [compteurDeLAppareil(compte.id, connu)]
      : [compteurDeLAdresse(adresse), compteurDuNom(identifiant)]
  const verifier = preparer(sql, compte, demande)
  let provisoire = false
  try {
    const vu = await essayer(sql, compteurs, maintenant, async () => {
      const lu = await verifier()
      provisoire = lu.provisoire
      return lu.juste
    })
    return { ...vu, provisoire, compteurs }
  } catch (echec) {
    return await passerLentement(sql, compte, demande, verifier, echec)
  }
}

/**
 * Opens a session. `sql` is the plain handle, not a transaction: a refusal must leave its trace.
 * Known or not, blocked or not, a wrong password gets the same answer after the same work.
 * Throws `IDENTIFIANTS_INVALIDES`, `COMPTE_BLOQUE` or `VERIFICATION_REQUISE` (right password),
 * `TROP_DE_TENTATIVES`.
 */
export async function connecter(sql: Sql, demande: Demande): Promise<Session> {
  const { identifiant, password, jetonAppareil, adresse, appareil, maintenant } = demande
  const compte = await findCompte(sql, identifiant)
  const vise = { utilisateurId: compte?.id ?? PERSONNE, jeton: jetonAppareil }
  const connu = await findAppareilConnu(sql, vise, maintenant)
  const frein = { le: maintenant, utilisateurId: compte?.id ?? null, adresse }
  const verdict = await essayerNom(sql, compte, connu, demande).catch((echec: unknown) =>
    noterFrein(sql, { ...frein, action: 'CONNEXION_FREINEE' }, echec),
  )
  if (!compte || !verdict.juste) return refuserConnexion(sql, compte, verdict, demande)
  if (compte.statut === 'BLOQUE') return refuserBloque(sql, compte, verdict, demande)
  const provisoire = verdict.provisoire ? cleDe(password) : null
  const defi = await insertDefi(sql, compte, provisoire, maintenant)
  if (defi) return demanderCode(sql, compte, defi, verdict, demande)
  const { compteurs } = verdict
  const provenance = { adresse, appareil, maintenant, jetonAppareil, connu }
  return ouvrirSession(sql, compte, { ...provenance, provisoire, compteurs })
}
