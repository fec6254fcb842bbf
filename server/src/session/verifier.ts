import type { Session } from '@releve/contract/session/session.schema.ts'
import { verifierCode } from '../compte/code.sql.ts'
import { insertJournal } from '../journal/journal.sql.ts'
import { erreur } from '../platform/erreur.ts'
import type { Sql } from '../platform/route.ts'
import { findCompteParId } from '../utilisateur/utilisateur.sql.ts'
import { traceDe, updateEssai } from './defi.sql.ts'
import { ouvrirSession } from './ouvrir.ts'
import type { Provenance } from './session.sql.ts'

type Demande = Provenance & { defi: string; code: string; maintenant: Date }

/**
 * Ends a sign-in by a code, within five minutes and five tries of its challenge. `sql` is the plain
 * handle: a wrong code must be counted. Throws `VERIFICATION_EXPIREE`, `COMPTE_BLOQUE`,
 * `CODE_INCORRECT`, `TROP_DE_TENTATIVES`, `COMPTE_VERROUILLE`.
 */
export async function verifierDefi(sql: Sql, demande: Demande): Promise<Session> {
  const { defi, code, adresse, appareil, maintenant } = demande
  const essai = await updateEssai(sql, defi, maintenant)
  if (!essai) throw erreur('VERIFICATION_EXPIREE')
  const compte = await findCompteParId(sql, essai.utilisateurId)
  if (!traceDe(compte.motDePasse).equals(essai.motDePasse)) throw erreur('VERIFICATION_EXPIREE')
  if (compte.statut === 'BLOQUE') {
    const ligne = { le: maintenant, utilisateurId: compte.id, detail: { adresse } }
    await insertJournal(sql, { ...ligne, action: 'CONNEXION_BLOQUEE' })
    throw erreur('COMPTE_BLOQUE')
  }
  await verifierCode(sql, compte, code, { adresse, maintenant })
  const { provisoire } = essai
  return ouvrirSession(sql, compte, { adresse, appareil, maintenant, provisoire, defi })
}
