import { type RawBuilder, sql } from 'kysely'
import { type Agent, porteeDe } from '../platform/agent.ts'
import { duMoisSql } from '../structure/periode.sql.ts'

/** The account `u` is of a central user; in the words of the index `utilisateur_central`. */
export const EST_CENTRAL = sql<boolean>`u.roles && array['ROLE_DPPS', 'ROLE_ADMIN']`

/** The account `u` is of the central directorate, which decides. */
export const EST_DIRECTION = sql<boolean>`u.roles @> array['ROLE_DPPS']`

/** The account `u` is of this structure, or of it too. */
export const estDeStructure = (structureId: number) =>
  sql<boolean>`u.id in (select a.id from utilisateur a where a.structure_id = ${structureId}
    union all select us.utilisateur_id from utilisateur_structure us
    where us.structure_id = ${structureId})`

/** Whether the agent writes to everybody. */
export const ecritATous = (agent: Agent): boolean => porteeDe(agent, 'message.envoyer') === 'tout'

/**
 * The accounts `u` that the agent may write to. Central users: everybody; a structure: them, the
 * people of its own structures and of its regional office, and a regional office those of its
 * children too. Never oneself, nor an account that nobody enters.
 */
export function adressableSql(agent: Agent): RawBuilder<boolean> {
  const vivant = sql<boolean>`u.statut = 'ACTIF' and u.id <> ${agent.id}`
  if (ecritATous(agent)) return vivant
  const proches = sql`select unnest(${agent.perimetre}::int[])
    union select e.parent_id from structure_periode e
    where e.structure_id = any(${agent.structures}::int[]) and e.parent_id is not null
      and ${duMoisSql(sql`${agent.mois}::int`)}`
  return sql<boolean>`${vivant} and (${EST_CENTRAL} or u.structure_id in (${proches})
    or u.id in (select us.utilisateur_id from utilisateur_structure us
      where us.structure_id in (${proches})))`
}
