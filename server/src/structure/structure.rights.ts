import { type Agent, porteeDe } from '../platform/agent.ts'
import type { Rights } from '../platform/route.ts'

/**
 * Everyone lists structures; how much of each one is the affair of `perimetreComplet`. A record is
 * looked for in that perimeter: outside it, `load` has already answered 404.
 */
export const structureRights: Rights<'structure.lister' | 'structure.gerer', unknown> = {
  'structure.lister': (agent) => porteeDe(agent, 'structure.lister') !== null,
  'structure.gerer': (agent) => porteeDe(agent, 'structure.gerer') !== null,
}

/** Ids of the structures whose whole record the agent may read; null: of all of them. */
export function perimetreComplet(agent: Agent): number[] | null {
  return porteeDe(agent, 'structure.lister') === 'tout' ? null : agent.perimetre
}
