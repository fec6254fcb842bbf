import { porteeDe } from '../platform/agent.ts'
import type { Rights } from '../platform/route.ts'

export const modeleRights: Rights<'modele.lire', unknown> = {
  'modele.lire': (agent) => porteeDe(agent, 'modele.lire') !== null,
}
