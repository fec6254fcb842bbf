import type { securiteApi } from '@releve/contract/compte/securite.api.ts'
import type { BodyOf } from '@releve/contract/operation.ts'
import { insertJournal } from '../journal/journal.sql.ts'
import { SECURITE, updateGroupe } from '../parametre/parametre.sql.ts'
import type { Agent } from '../platform/agent.ts'
import type { Sql } from '../platform/route.ts'

/** Changes the settings of security, with one line of the journal. */
export async function modifierSecurite(
  { sql, agent, maintenant: le }: { sql: Sql; agent: Agent; maintenant: Date },
  voulue: BodyOf<typeof securiteApi.modifierSecurite>,
) {
  const { valeurs, changements } = await updateGroupe(sql, SECURITE, voulue, le)
  const ligne = { le, utilisateurId: agent.id, action: 'SECURITE_MODIFIEE' }
  if (changements) await insertJournal(sql, { ...ligne, detail: changements })
  return valeurs
}
