import { type Agent, porteeDe } from '../platform/agent.ts'

/** Ids of the structures whose whole record the agent may read; null: of all of them. */
export function perimetreComplet(agent: Agent): number[] | null {
  return porteeDe(agent, 'structure.lister') === 'tout' ? null : agent.perimetre
}
