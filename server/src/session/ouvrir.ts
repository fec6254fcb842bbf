import type { Session } from '@releve/contract/session/session.schema.ts'
import { findSecondFacteur } from '../compte/second-facteur.sql.ts'
import { insertJournal } from '../journal/journal.sql.ts'
import { inTransaction } from '../platform/base/transaction.ts'
import { erreur } from '../platform/erreur.ts'
import type { Sql } from '../platform/route.ts'
import {
  type Compte,
  updateDerniereConnexion,
  updateMotDePasseOublie,
} from '../utilisateur/utilisateur.sql.ts'
import { reconnaitreAppareil } from './appareil.sql.ts'
import { deleteDefi } from './defi.sql.ts'
import { updateProvisoire } from './provisoire.sql.ts'
import { composeSession, fermerSessions, insertSession, type Provenance } from './session.sql.ts'
import {
  type Compteur,
  compteurDeLAppareil,
  compteurDuNom,
  deleteTentative,
  deleteTentativesDuCompte,
  reprendreTentative,
} from './tentative.sql.ts'

type Verifie = Pick<Compte, 'id' | 'identifiant' | 'motDePasse'>

type Ouverture = Provenance & {
  maintenant: Date
  /** Fingerprint of the temporary password given; null: the account's own was. */
  provisoire: Buffer | null
  /** The challenge answered with a right code; absent: the account has no second factor. */
  defi?: string
  /** What the device shows of itself. */
  jetonAppareil: string | undefined
  /** The fingerprint of the device, when the account has signed in from it before. */
  connu: Buffer | null
  /** The counters on which the try was counted as a failure. */
  compteurs: readonly Compteur[]
}

/**
 * The temporary password serves: the old one no more, and what was open closes. It serves again
 * until another is chosen. Returns the account as it is now; undefined when it has changed.
 */
async function servirProvisoire(
  sql: Sql,
  compte: Verifie,
  empreinte: Buffer,
  maintenant: Date,
): Promise<Pick<Compte, 'id' | 'motDePasse'> | undefined> {
  const change = await updateMotDePasseOublie(sql, compte)
  const essai = { utilisateurId: compte.id, empreinte }
  if (!change || !(await updateProvisoire(sql, essai, maintenant))) return undefined
  await fermerSessions(sql, compte.id, 'MOT_DE_PASSE', maintenant)
  return change
}

/**
 * Forgets the failures of whoever has signed in, those of his way in alone: a stranger's stay on
 * their own count, or each sign-in of the owner would give him more tries. A mailed password is
 * worth a link that lifts the wait: all is forgotten.
 */
async function oublierEchecs(
  sql: Sql,
  compte: Verifie,
  { provisoire, connu, compteurs }: Ouverture,
): Promise<void> {
  // The address keeps what others have missed from it.
  for (const compteur of compteurs) await reprendreTentative(sql, compteur)
  if (provisoire) return deleteTentativesDuCompte(sql, compte)
  const sien = connu ? compteurDeLAppareil(compte.id, connu) : compteurDuNom(compte.identifiant)
  await deleteTentative(sql, sien)
}

/**
 * Opens a session for whoever has shown all that is asked, in one transaction, and forgets the
 * failures of his way in. Throws `IDENTIFIANTS_INVALIDES` or, after a code, `VERIFICATION_EXPIREE` when
 * the account has changed since its password was verified.
 */
export function ouvrirSession(sql: Sql, compte: Verifie, ouverture: Ouverture): Promise<Session> {
  const { adresse, appareil, maintenant, provisoire, defi } = ouverture
  return inTransaction(sql, async (tx) => {
    if (defi && !(await deleteDefi(tx, defi))) throw erreur('VERIFICATION_EXPIREE')
    const verifie = provisoire ? await servirProvisoire(tx, compte, provisoire, maintenant) : compte
    // The password was verified out of the transaction, and took its time.
    const inchange = verifie && (await updateDerniereConnexion(tx, verifie, maintenant))
    if (!inchange) throw erreur(defi ? 'VERIFICATION_EXPIREE' : 'IDENTIFIANTS_INVALIDES')
    // Activated since: it holds the account's line while it closes what is open, so it is seen here.
    const facteur = defi ? undefined : await findSecondFacteur(tx, compte.id)
    if (facteur?.activeLe) throw erreur('IDENTIFIANTS_INVALIDES')
    await oublierEchecs(tx, compte, ouverture)
    const montre = { utilisateurId: compte.id, jeton: ouverture.jetonAppareil }
    const jetonAppareil = await reconnaitreAppareil(tx, montre, maintenant)
    const jetons = await insertSession(tx, compte.id, maintenant, { adresse, appareil })
    const detail = {
      adresse,
      ...(provisoire && { provisoire: true }),
      ...(defi && { secondFacteur: true }),
    }
    const ligne = { utilisateurId: compte.id, action: 'CONNEXION', detail }
    await insertJournal(tx, { le: maintenant, ...ligne })
    return { ...(await composeSession(tx, compte.id, jetons)), jetonAppareil }
  })
}
