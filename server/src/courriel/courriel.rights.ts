import { porteeDe } from '../platform/agent.ts'
import type { Rights } from '../platform/route.ts'

export const courrielRights: Rights<'courriel.gerer', object | null> = {
  'courriel.gerer': (agent) => porteeDe(agent, 'courriel.gerer') === 'tout',
}
