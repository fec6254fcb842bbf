import { porteeDe } from '../platform/agent.ts'
import type { Rights } from '../platform/route.ts'

export const codificationRights: Rights<'codification.lire', unknown> = {
  'codification.lire': (agent) => porteeDe(agent, 'codification.lire') !== null,
}
