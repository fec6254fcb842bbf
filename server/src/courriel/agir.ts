import type { CourrielEnvoi } from '@releve/contract/courriel/courriel.schema.ts'
import { insertJournal } from '../journal/journal.sql.ts'
import type { Agent } from '../platform/agent.ts'
import { erreur } from '../platform/erreur.ts'
import type { Sql } from '../platform/route.ts'
import { updateAbandon, updateReprise } from '../tache/tache.sql.ts'
import { findCourriel } from './courriel.sql.ts'

type Acte = { action: string; faire: (sql: Sql, id: number, le: Date) => Promise<boolean> }

/** Does it to a mail that nobody is sending, says so in the journal, and gives the mail as it is. */
async function agir(
  sql: Sql,
  agent: Agent,
  { id, destinataire, objet }: CourrielEnvoi,
  le: Date,
  { action, faire }: Acte,
): Promise<CourrielEnvoi> {
  // The statement checks by itself: a process may have taken the mail since it was read.
  if (!(await faire(sql, id, le))) throw erreur('COURRIEL_NON_MODIFIABLE')
  const detail = { destinataire: destinataire?.email ?? null, libelle: objet }
  const ligne = { utilisateurId: agent.id, action, objet: `courriel ${id}`, detail }
  await insertJournal(sql, { le, ...ligne })
  const courriel = await findCourriel(sql, id, le)
  if (!courriel) throw erreur('COURRIEL_INTROUVABLE')
  return courriel
}

/** @throws COURRIEL_NON_MODIFIABLE */
export function reessayerCourriel(sql: Sql, agent: Agent, courriel: CourrielEnvoi, le: Date) {
  return agir(sql, agent, courriel, le, { action: 'COURRIEL_REESSAYE', faire: updateReprise })
}

/** @throws COURRIEL_NON_MODIFIABLE */
export function abandonnerCourriel(sql: Sql, agent: Agent, courriel: CourrielEnvoi, le: Date) {
  return agir(sql, agent, courriel, le, { action: 'COURRIEL_ABANDONNE', faire: updateAbandon })
}
