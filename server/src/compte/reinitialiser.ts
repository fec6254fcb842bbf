import { insertJournal } from '../journal/journal.sql.ts'
import type { Agent } from '../platform/agent.ts'
import type { Config } from '../platform/config.ts'
import { erreur } from '../platform/erreur.ts'
import type { Sql } from '../platform/route.ts'
import { peutGerer } from '../utilisateur/utilisateur.rights.ts'
import { prevenirTitulaire } from './second-facteur.courriel.ts'
import { deleteSecondFacteur } from './second-facteur.sql.ts'

/** The account whose factor is to be taken away, held until the transaction ends. */
export function findCible(sql: Sql, id: number) {
  return sql
    .selectFrom('utilisateur')
    .select(['id', 'identifiant', 'nomAffichable', 'email', 'roles', 'version'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}
type Cible = NonNullable<Awaited<ReturnType<typeof findCible>>>

type Acte = { sql: Sql; agent: Agent; maintenant: Date; config: Config }

/**
 * Takes another person's factor away, for the day his telephone is lost; his sessions stay. Throws
 * `ROLE_INTERDIT`, `SECOND_FACTEUR_SOI_MEME`, `SECOND_FACTEUR_INACTIF`.
 */
export async function reinitialiserSecondFacteur(
  { sql, agent, maintenant: le, config }: Acte,
  cible: Cible,
): Promise<undefined> {
  if (!peutGerer(agent, cible)) throw erreur('ROLE_INTERDIT')
  if (cible.id === agent.id) throw erreur('SECOND_FACTEUR_SOI_MEME')
  if (!(await deleteSecondFacteur(sql, cible.id))) throw erreur('SECOND_FACTEUR_INACTIF')
  const action = 'SECOND_FACTEUR_REINITIALISE'
  await prevenirTitulaire(sql, cible, action, { maintenant: le, config })
  const ligne = { utilisateurId: agent.id, cibleId: cible.id, action, objet: cible.identifiant }
  await insertJournal(sql, { le, ...ligne })
}
