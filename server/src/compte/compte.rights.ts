import { porteeDe } from '../platform/agent.ts'
import type { Rights } from '../platform/route.ts'

/** Everyone manages his own account; taking another's second factor away is a central user's. */
export const compteRights: Rights<
  'compte' | 'compte.gerer' | 'utilisateur.gerer' | 'parametre.gerer',
  unknown
> = {
  compte: () => true,
  'compte.gerer': (agent) => porteeDe(agent, 'compte.gerer') !== null,
  'utilisateur.gerer': (agent) => porteeDe(agent, 'utilisateur.gerer') !== null,
  'parametre.gerer': (agent) => porteeDe(agent, 'parametre.gerer') !== null,
}
