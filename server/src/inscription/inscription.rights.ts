import { porteeDe } from '../platform/agent.ts'
import type { Rights } from '../platform/route.ts'

/** An invitation is read and answered by whoever holds its link: no account asks for it. */
export const inscriptionRights: Rights<'public' | 'invitation.gerer', object | null> = {
  public: () => true,
  'invitation.gerer': (agent) => porteeDe(agent, 'invitation.gerer') === 'tout',
}
