import type { BodyOf } from '@releve/contract/operation.ts'
import { parametreApi as api } from '@releve/contract/parametre/parametre.api.ts'
import { insertJournal } from '../journal/journal.sql.ts'
import type { Agent } from '../platform/agent.ts'
import type { Sql } from '../platform/route.ts'
import { CONSERVATION, MENTIONS, updateGroupe } from './parametre.sql.ts'

type Auteur = { sql: Sql; agent: Agent; maintenant: Date }

/** Changes what the legal notices say, with one line of the journal. */
export async function modifierMentions(
  { sql, agent, maintenant: le }: Auteur,
  voulues: BodyOf<typeof api.modifierMentions>,
) {
  const { valeurs, changements } = await updateGroupe(sql, MENTIONS, voulues, le)
  const ligne = { le, utilisateurId: agent.id, action: 'MENTIONS_MODIFIEES' }
  if (changements) await insertJournal(sql, { ...ligne, detail: changements })
  return valeurs
}

/** Changes how long the journal is kept, with one line of it. The hourly upkeep does the rest. */
export async function modifierConservation(
  { sql, agent, maintenant: le }: Auteur,
  voulue: BodyOf<typeof api.modifierConservation>,
) {
  const { valeurs, changements } = await updateGroupe(sql, CONSERVATION, voulue, le)
  const ligne = { le, utilisateurId: agent.id, action: 'CONSERVATION_MODIFIEE' }
  if (changements) await insertJournal(sql, { ...ligne, detail: changements })
  return valeurs
}
