import { noter } from '../journal/noter.sql.ts'
import type { Config } from '../platform/config.ts'
import { erreur } from '../platform/erreur.ts'
import type { Contexte } from '../platform/route.ts'
import { prevenirTitulaire } from '../session/second-facteur.courriel.ts'
import { deleteSecondFacteur } from '../session/second-facteur.sql.ts'
import { refuserAgentParti } from './enregistrer.ts'
import type { CompteTenu } from './gardes.ts'

/**
 * Takes another person's factor away, for the day his telephone is lost; his sessions stay.
 * @throws SECOND_FACTEUR_SOI_MEME, SECOND_FACTEUR_INACTIF
 */
export async function reinitialiserSecondFacteur(
  contexte: Contexte & { config: Config },
  tenus: CompteTenu,
): Promise<undefined> {
  const { db, agent, maintenant, config } = contexte
  const { cible } = tenus
  if (cible.id === agent.id) throw erreur('SECOND_FACTEUR_SOI_MEME')
  refuserAgentParti(tenus)
  if (!(await deleteSecondFacteur(db, cible.id))) throw erreur('SECOND_FACTEUR_INACTIF')
  const action = 'SECOND_FACTEUR_REINITIALISE'
  await prevenirTitulaire(db, cible, action, { maintenant, config })
  await noter(contexte, action, { cible })
}
