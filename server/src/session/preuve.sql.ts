import { insertJournal } from '../journal/journal.sql.ts'
import { erreur } from '../platform/erreur.ts'
import { verifierMotDePasse } from '../platform/mot-de-passe.ts'
import type { Sql } from '../platform/route.ts'
import type { Compte } from '../utilisateur/utilisateur.sql.ts'
import { noterFrein } from './frein.sql.ts'
import { estProvisoireUtilise } from './provisoire.sql.ts'
import { compteurDuChangement, deleteTentative, essayer } from './tentative.sql.ts'

/**
 * Asks whoever is signed in for his password again. `sql` is the plain handle: a wrong one must be
 * counted. Throws `ANCIEN_MOT_DE_PASSE_INCORRECT`, `TROP_DE_TENTATIVES`.
 */
export async function verifierAncien(
  sql: Sql,
  compte: Compte,
  ancien: string,
  { adresse, maintenant: le }: { adresse: string; maintenant: Date },
): Promise<void> {
  const compteur = compteurDuChangement(compte.id)
  const essai = { utilisateurId: compte.id, motDePasse: ancien }
  const ligne = { le, utilisateurId: compte.id }
  const { juste } = await essayer(
    sql,
    [compteur],
    le,
    async () =>
      (await verifierMotDePasse(compte.motDePasse, ancien)) || estProvisoireUtilise(sql, essai),
  ).catch((echec: unknown) =>
    noterFrein(sql, { ...ligne, adresse, action: 'MOT_DE_PASSE_FREINE' }, echec),
  )
  if (juste) return deleteTentative(sql, compteur)
  await insertJournal(sql, { ...ligne, action: 'MOT_DE_PASSE_REFUSE', detail: { adresse } })
  throw erreur('ANCIEN_MOT_DE_PASSE_INCORRECT')
}
