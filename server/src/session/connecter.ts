import { libelleErreur } from '@releve/contract/erreur.ts'
import type { Session } from '@releve/contract/session/session.schema.ts'
import { insertJournal } from '../journal/journal.sql.ts'
import { erreur } from '../platform/erreur.ts'
import { verifierMotDePasse } from '../platform/mot-de-passe.ts'
import type { Sql } from '../platform/route.ts'
import { type Compte, findCompte } from '../utilisateur/utilisateur.sql.ts'
import { insertDefi } from './defi.sql.ts'
import { noterFrein } from './frein.sql.ts'
import { ouvrirSession } from './ouvrir.ts'
import { cleDe, estProvisoire } from './provisoire.sql.ts'
import { FREIN } from './session.regles.ts'
import type { Provenance } from './session.sql.ts'
import {
  compteurDeLAdresse,
  compteurDuNom,
  deleteTentativesDuNom,
  essayer,
  estVerrouille,
  reprendreTentative,
  verrouDuNom,
} from './tentative.sql.ts'

/** The id of no account. */
const PERSONNE = 0

type Demande = Provenance & { identifiant: string; password: string; maintenant: Date }

async function refuserConnexion(
  sql: Sql,
  compte: Compte | undefined,
  essais: number,
  { identifiant, adresse, maintenant: le }: Demande,
): Promise<never> {
  const ligne = { le, utilisateurId: compte?.id ?? null, detail: { adresse } }
  await insertJournal(sql, { ...ligne, action: 'CONNEXION_ECHOUEE' })
  if (essais >= FREIN.parCompte) await insertJournal(sql, { ...ligne, action: 'COMPTE_FREINE' })
  if (await estVerrouille(sql, identifiant)) {
    await insertJournal(sql, { ...ligne, action: 'COMPTE_VERROUILLE' })
  }
  throw erreur('IDENTIFIANTS_INVALIDES')
}

/** Counts a try on its address and its name, and verifies it unless one of them is blocked. */
async function essayerNom(
  sql: Sql,
  { identifiant, adresse, maintenant }: Demande,
  verifier: () => Promise<boolean>,
): Promise<{ juste: boolean; essais: number }> {
  // Before the other counters: waiting would not lift it.
  if (await estVerrouille(sql, identifiant)) throw erreur('COMPTE_VERROUILLE')
  const parNom = [compteurDuNom(identifiant), verrouDuNom(identifiant)]
  return essayer(sql, [compteurDeLAdresse(adresse), ...parNom], maintenant, verifier)
}

/** The password is right, a code is asked for: no failure, no session yet, nothing forgotten. */
async function demanderCode(
  sql: Sql,
  compte: Compte,
  defi: string,
  { identifiant, adresse, maintenant: le }: Demande,
): Promise<never> {
  const compteurs = [compteurDeLAdresse(adresse), compteurDuNom(identifiant)]
  for (const compteur of [...compteurs, verrouDuNom(identifiant)]) {
    await reprendreTentative(sql, compteur)
  }
  const ligne = { utilisateurId: compte.id, action: 'VERIFICATION_DEMANDEE', detail: { adresse } }
  await insertJournal(sql, { le, ...ligne })
  const libelle = libelleErreur('VERIFICATION_REQUISE')
  throw erreur('VERIFICATION_REQUISE', {}, { details: [{ chemin: 'defi', code: defi, libelle }] })
}

/** The password is right, the account is blocked: no failure, and no session. */
async function refuserBloque(sql: Sql, compte: Compte, demande: Demande): Promise<never> {
  const { identifiant, adresse, maintenant: le } = demande
  await reprendreTentative(sql, compteurDeLAdresse(adresse))
  await deleteTentativesDuNom(sql, identifiant)
  const ligne = { utilisateurId: compte.id, action: 'CONNEXION_BLOQUEE', detail: { adresse } }
  await insertJournal(sql, { le, ...ligne })
  throw erreur('COMPTE_BLOQUE')
}

/**
 * Opens a session. `sql` is the plain handle, not a transaction: a refusal must leave its trace.
 * Known or not, blocked or not, a wrong password gets the same answer after the same work.
 * Throws `IDENTIFIANTS_INVALIDES`, `COMPTE_BLOQUE` or `VERIFICATION_REQUISE` (right password),
 * `TROP_DE_TENTATIVES`, `COMPTE_VERROUILLE`.
 */
export async function connecter(sql: Sql, demande: Demande): Promise<Session> {
  const { identifiant, password, adresse, maintenant } = demande
  const compte = await findCompte(sql, identifiant)
  // An account never activated has no password yet: as if it did not exist.
  const empreinte = compte?.statut === 'INVITE' ? undefined : compte?.motDePasse
  // Looked for whoever asks: known or not, with or without one, the work is the same.
  const essai = { utilisateurId: compte?.id ?? PERSONNE, motDePasse: password }
  let provisoire = false
  const verifier = async () => {
    if (await verifierMotDePasse(empreinte, password)) return true
    provisoire = await estProvisoire(sql, essai, maintenant)
    return provisoire
  }
  const frein = { le: maintenant, utilisateurId: compte?.id ?? null, adresse }
  const { juste, essais } = await essayerNom(sql, demande, verifier).catch((echec: unknown) =>
    noterFrein(sql, { ...frein, action: 'CONNEXION_FREINEE' }, echec),
  )
  if (!compte || !juste) return refuserConnexion(sql, compte, essais, demande)
  if (compte.statut === 'BLOQUE') return refuserBloque(sql, compte, demande)
  const cle = provisoire ? cleDe(password) : null
  const defi = await insertDefi(sql, compte, cle, maintenant)
  if (defi) return demanderCode(sql, compte, defi, demande)
  const { appareil } = demande
  return ouvrirSession(sql, compte, { adresse, appareil, maintenant, provisoire: cle })
}
