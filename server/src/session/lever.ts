import type { OutputOf } from '@releve/contract/operation.ts'
import type { leveeApi } from '@releve/contract/session/levee.api.ts'
import { insertJournal } from '../journal/journal.sql.ts'
import { inTransaction } from '../platform/base/transaction.ts'
import { erreur } from '../platform/erreur.ts'
import type { Sql } from '../platform/route.ts'
import { findCompteParId } from '../utilisateur/utilisateur.sql.ts'
import { reconnaitreAppareil } from './appareil.sql.ts'
import { compterDemande } from './demande.sql.ts'
import { deleteLevee } from './levee.sql.ts'
import { QUOTA_LEVEE } from './session.regles.ts'
import { deleteTentativesDuCompte } from './tentative.sql.ts'

type Demande = {
  jeton: string
  jetonAppareil?: string | undefined
  adresse: string
  maintenant: Date
}

const LIBELLE = 'L’attente est levée. Vous pouvez vous connecter.'

/**
 * Lifts an account's wait by the link mailed to its owner, which serves once, and knows his device
 * from now on: strangers who go on do not shut him out again before he has signed in. `sql` is the
 * plain handle: the count of demands stays. @throws LEVEE_INTROUVABLE, TROP_DE_DEMANDES
 */
export async function leverAttente(
  sql: Sql,
  { jeton, jetonAppareil, adresse, maintenant: le }: Demande,
): Promise<OutputOf<typeof leveeApi.leverAttente>> {
  await compterDemande(sql, `levee:${adresse}`, QUOTA_LEVEE, le)
  return inTransaction(sql, async (tx) => {
    const utilisateurId = await deleteLevee(tx, jeton, le)
    if (utilisateurId === undefined) throw erreur('LEVEE_INTROUVABLE')
    await deleteTentativesDuCompte(tx, await findCompteParId(tx, utilisateurId))
    const donne = await reconnaitreAppareil(tx, { utilisateurId, jeton: jetonAppareil }, le)
    await insertJournal(tx, { le, utilisateurId, action: 'ATTENTE_LEVEE', detail: { adresse } })
    return { libelle: LIBELLE, jetonAppareil: donne }
  })
}
