import { type Agent, porteeDe } from '../platform/agent.ts'
import type { Rights } from '../platform/route.ts'

/** Everyone searches; each kind of thing is found as far as its own right to read it reaches. */
export const rechercheRights: Rights<'recherche.lancer', null> = {
  'recherche.lancer': (agent) => porteeDe(agent, 'recherche.lancer') !== null,
}

/** Accounts are found by those who run them and by the directorate only. */
export function peutTrouverComptes(agent: Agent): boolean {
  return porteeDe(agent, 'recherche.lancer') === 'tout'
}
