import { insertJournal } from '../journal/journal.sql.ts'
import type { Agent } from '../platform/agent.ts'
import { erreur } from '../platform/erreur.ts'
import type { Sql } from '../platform/route.ts'
import { insertCourriel } from '../tache/tache.sql.ts'
import { peutGerer } from '../utilisateur/utilisateur.rights.ts'
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

type Acte = { sql: Sql; agent: Agent; maintenant: Date }

/** Its owner is told: whoever did not ask for it should know. */
async function prevenir(sql: Sql, cible: Cible, le: Date): Promise<void> {
  if (!cible.email) return
  const courriel = {
    a: { nom: cible.nomAffichable, email: cible.email },
    objet: 'Relevé\u00A0: votre second facteur a été retiré',
    texte: [
      `Bonjour ${cible.nomAffichable},`,
      `Un administrateur a retiré le second facteur de votre compte «\u00A0${cible.identifiant}\u00A0»\u00A0: votre mot de passe suffit de nouveau pour vous connecter.`,
      'Activez-en un autre à l’écran «\u00A0Mon compte\u00A0». Si vous n’avez rien demandé, prévenez la direction centrale.',
    ].join('\n\n'),
  }
  await insertCourriel(sql, `secondFacteur:${cible.id}:${le.toISOString()}`, courriel, le)
}

/**
 * Takes another person's factor away, for the day his telephone is lost; his sessions stay. Throws
 * `ROLE_INTERDIT`, `SECOND_FACTEUR_SOI_MEME`, `SECOND_FACTEUR_INACTIF`.
 */
export async function reinitialiserSecondFacteur(
  { sql, agent, maintenant: le }: Acte,
  cible: Cible,
): Promise<undefined> {
  if (!peutGerer(agent, cible)) throw erreur('ROLE_INTERDIT')
  if (cible.id === agent.id) throw erreur('SECOND_FACTEUR_SOI_MEME')
  if (!(await deleteSecondFacteur(sql, cible.id))) throw erreur('SECOND_FACTEUR_INACTIF')
  await prevenir(sql, cible, le)
  const ligne = { utilisateurId: agent.id, action: 'SECOND_FACTEUR_REINITIALISE' }
  await insertJournal(sql, { le, ...ligne, objet: cible.identifiant })
}
