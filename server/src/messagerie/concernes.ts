import { NOMMES_MAX } from '@releve/contract/messagerie/messagerie.champs.ts'
import type { PersonnesConcernees } from '@releve/contract/messagerie/messagerie.schema.ts'
import { DROITS } from '@releve/contract/utilisateur/droits.ts'
import type { Agent } from '../platform/agent.ts'
import type { Db } from '../platform/route.ts'
import { listGensDe, listGroupes } from './adresse.sql.ts'
import { ecritATous } from './messagerie.rights.ts'

/**
 * Whom to write to about a form: the people of its structure; for them, and for whoever may not
 * write to them, those who validate.
 */
export async function listConcernes(
  db: Db,
  agent: Agent,
  { structureId }: { structureId: number },
): Promise<PersonnesConcernees> {
  const siens = agent.structures.includes(structureId)
  const destinataires = siens ? [] : await listGensDe(db, agent, structureId, NOMMES_MAX)
  if (destinataires.length > 0 || ecritATous(agent)) return { destinataires, groupes: [] }
  const valident: readonly string[] = Object.keys(DROITS['formulaire.valider'])
  const groupes = await listGroupes(db, agent)
  return {
    destinataires,
    groupes: groupes.filter(({ genre, code }) => genre === 'ROLE' && valident.includes(code ?? '')),
  }
}
