import { porteeDe } from '../platform/agent.ts'
import type { Rights } from '../platform/route.ts'

/** Central users read all of it, the lines about any account included (conception §1). */
export const journalRights: Rights<'journal.lire', null> = {
  'journal.lire': (agent) => porteeDe(agent, 'journal.lire') === 'tout',
}
