import type { Role } from '@releve/contract/utilisateur/droits.ts'
import type { Statut, Utilisateur } from '@releve/contract/utilisateur/utilisateur.schema.ts'
import { type Agent, porteeDe } from '../platform/agent.ts'

type AvecRoles = { roles: readonly Role[] }

export const estDpps = ({ roles }: AvecRoles): boolean => roles.includes('ROLE_DPPS')

/**
 * An account of the central directorate is managed by the central directorate only. `agent`: as he
 * is while the accounts are held; whoever has just lost his role manages none.
 */
export const peutGerer = (agent: AvecRoles, cible: AvecRoles): boolean =>
  estDpps(agent) || (agent.roles.includes('ROLE_ADMIN') && !estDpps(cible))

/** The right to act on an account, its holder judged as he is while both are held. */
export const utilisateurRights = {
  'utilisateur.gerer': (_: Agent, { agent, cible }: { agent: AvecRoles; cible: AvecRoles }) =>
    peutGerer(agent, cible) || ('ROLE_INTERDIT' as const),
}

type Etat = AvecRoles & {
  id: number
  statut: Statut
  /** Sign-in waits, or is locked, after failures. */
  freine: boolean
  /** No other active account holds ROLE_DPPS. */
  dernierDpps: boolean
}

/** What the agent may do to this account now. */
export function actionsDe(agent: Agent, cible: Etat): Utilisateur['actions'] {
  if (porteeDe(agent, 'utilisateur.gerer') === null || !peutGerer(agent, cible)) return []
  const bloque = cible.statut === 'BLOQUE'
  const peutBloquer = !bloque && cible.id !== agent.id && !cible.dernierDpps
  return [
    'modifier',
    ...(peutBloquer ? (['bloquer'] as const) : []),
    ...(bloque || cible.freine ? (['debloquer'] as const) : []),
  ]
}
