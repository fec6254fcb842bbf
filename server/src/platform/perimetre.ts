import { type RawBuilder, sql } from 'kysely'
import { type Agent, type Enfant, peut, porteeDe, porteeDesRoles } from './agent.ts'

/** A report of this structure and this month. */
type DuMois = { structureId: number; rang: number }

/** His structures, and those that are under his office in this month. */
export function perimetreDuMois(
  { structures, enfants }: Pick<Agent, 'structures' | 'enfants'>,
  mois: number,
): number[] {
  const presents = enfants.filter(({ du, au }) => du <= mois && mois <= au)
  return [...new Set([...structures, ...presents.map(({ structureId }) => structureId)])]
}

/**
 * Whether the agent reads a report whole, drafts included: of a structure of his perimeter, or of a
 * month in which it was under his regional office (docs/decisions/0094).
 */
export function estDansPerimetre(agent: Agent, { structureId, rang }: DuMois): boolean {
  return (
    peut(agent, 'formulaire.lire', structureId) ||
    anciensDe(agent).some((e) => e.structureId === structureId && e.du <= rang && rang <= e.au)
  )
}

/** The structures whose forms the agent reads whole, of whatever month; null for all of them. */
export function perimetreDe(agent: Agent): number[] | null {
  return porteeDe(agent, 'formulaire.lire') === 'tout' ? null : agent.perimetre
}

/** Those that are under his office in some months, and not in the present one. */
function anciensDe(agent: Agent): Enfant[] {
  if (porteeDe(agent, 'formulaire.lire') !== 'perimetre') return []
  return agent.enfants.filter(({ structureId }) => !agent.perimetre.includes(structureId))
}

/** `estDansPerimetre`, as a condition on the columns of a structure's id and of a month's rank. */
export function dansPerimetreSql(
  agent: Agent,
  structure: RawBuilder<unknown>,
  rang: RawBuilder<unknown>,
): RawBuilder<boolean> {
  const perimetre = perimetreDe(agent)
  if (perimetre === null) return sql<boolean>`true`
  const dedans = sql<boolean>`${structure} = any(${perimetre}::int[])`
  const anciens = anciensDe(agent)
  if (anciens.length === 0) return dedans
  return sql<boolean>`(${dedans} or exists (
    select 1 from unnest(${anciens.map(({ structureId }) => structureId)}::int[],
      ${anciens.map(({ du }) => du)}::int[], ${anciens.map(({ au }) => au)}::int[]) as a(id, du, au)
    where a.id = ${structure} and ${rang} between a.du and a.au))`
}

/**
 * The same of a program limited to structures: those of them that its account has in every month,
 * and the children of its offices in the months that these have them.
 */
function dansLimiteSql({ roles, structures, perimetre, enfants }: Agent): RawBuilder<boolean> {
  const toujours = porteeDesRoles(roles, 'formulaire.lire') === 'tout' ? perimetre : structures
  return sql<boolean>`(e.structure_id = any(${toujours}::int[]) or (e.structure_id, e.du) in (
    select * from unnest(${enfants.map(({ structureId }) => structureId)}::int[],
      ${enfants.map(({ du }) => du)}::int[])))`
}

/**
 * Whether a period `e` of a structure is followed by the agent: his structures in every month, those
 * of his regional office in the months that it has them. What is counted counts by it, so that each
 * month of a structure that moved is added up by one office. Null: the platform itself, all.
 */
export function dansRessortSql(agent: Agent | null): RawBuilder<boolean> {
  if (agent === null || perimetreDe(agent) === null) return sql<boolean>`true`
  if (agent.programme?.limite) return dansLimiteSql(agent)
  const siennes = sql`${agent.structures}::int[]`
  return sql<boolean>`(e.structure_id = any(${siennes})
    or coalesce(e.parent_id = any(${siennes}), false))`
}
