import type { Session } from '@releve/contract/session/session.schema.ts'
import { verifierCode } from '../compte/code.sql.ts'
import { insertJournal } from '../journal/journal.sql.ts'
import { erreur } from '../platform/erreur.ts'
import type { Sql } from '../platform/route.ts'
import { findCompteParId } from '../utilisateur/utilisateur.sql.ts'
import { findAppareilConnu } from './appareil.sql.ts'
import { traceDe, updateEssai } from './defi.sql.ts'
import { ouvrirSession } from './ouvrir.ts'
import type { Provenance } from './session.sql.ts'

type Demande = Provenance & {
  defi: string
  code: string
  jetonAppareil?: string | undefined
  maintenant: Date
}

/**
 * Ends a sign-in by a code, within five minutes and five tries of its challenge. `sql` is the plain
 * handle: a wrong code must be counted. Throws `VERIFICATION_EXPIREE`, `COMPTE_BLOQUE`,
 * `CODE_INCORRECT`, `TROP_DE_CODES`.
 */
export async function verifierDefi(sql: Sql, demande: Demande): Promise<Session> {
  const { defi, code, jetonAppareil, adresse, appareil, maintenant } = demande
  const essai = await updateEssai(sql, defi, maintenant)
  if (!essai) throw erreur('VERIFICATION_EXPIREE')
  const compte = await findCompteParId(sql, essai.utilisateurId)
  if (!traceDe(compte.motDePasse).equals(essai.motDePasse)) throw erreur('VERIFICATION_EXPIREE')
  if (compte.statut === 'BLOQUE') {
    const ligne = { le: maintenant, utilisateurId: compte.id, detail: { adresse } }
    await insertJournal(sql, { ...ligne, action: 'CONNEXION_BLOQUEE' })
    throw erreur('COMPTE_BLOQUE')
  }
  const montre = { utilisateurId: compte.id, jeton: jetonAppareil }
  const connu = await findAppareilConnu(sql, montre, maintenant)
  await verifierCode(sql, compte, code, { adresse, maintenant, voie: connu })
  const { provisoire } = essai
  const provenance = { adresse, appareil, maintenant, jetonAppareil, connu }
  return ouvrirSession(sql, compte, { ...provenance, provisoire, defi, compteurs: [] })
}
