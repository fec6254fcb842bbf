import { sql } from 'kysely'
import { SECURITE_INSTALLEE } from '../../seed/securite.ts'
import { installerReglages } from '../parametre/parametre.sql.ts'
import { inTransaction } from '../platform/base/transaction.ts'
import { createSecretCopie, hacherMotDePasse } from '../platform/mot-de-passe.ts'
import type { Db } from '../platform/route.ts'
import { insertUtilisateur } from './utilisateur.sql.ts'

/** Any constant does, as long as nothing else locks it. */
const CLE_DU_VERROU = 18_051_206

/**
 * On a base without any account, creates `administrateur` (ROLE_DPPS and ROLE_ADMIN, who must
 * change his password first), asks the central accounts for a second factor, and returns his
 * one-time password; else returns null. Of processes that start together, one only creates it.
 */
export async function installerAdministrateur(db: Db): Promise<string | null> {
  const motDePasse = createSecretCopie()
  const empreinte = await hacherMotDePasse(motDePasse)
  return inTransaction(db, async (tx) => {
    await sql`select pg_advisory_xact_lock(${CLE_DU_VERROU})`.execute(tx)
    const deja = await tx.selectFrom('utilisateur').select('id').limit(1).executeTakeFirst()
    if (deja) return null
    await insertUtilisateur(tx, {
      identifiant: 'administrateur',
      nom: 'Administrateur',
      nomAffichable: 'Administrateur',
      roles: ['ROLE_DPPS', 'ROLE_ADMIN'],
      motDePasse: empreinte,
      forceChangePassword: true,
    })
    await installerReglages(tx, SECURITE_INSTALLEE)
    return motDePasse
  })
}
