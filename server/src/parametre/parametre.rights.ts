import { porteeDe } from '../platform/agent.ts'
import type { Rights } from '../platform/route.ts'

/** The settings are the central directorate's. */
export const parametreRights: Rights<'parametre.gerer', unknown> = {
  'parametre.gerer': (agent) => porteeDe(agent, 'parametre.gerer') !== null,
}
