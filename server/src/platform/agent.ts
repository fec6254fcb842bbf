import { DROITS_DES_USAGES, type UsageJeton } from '@releve/contract/jeton/jeton.rules.ts'
import {
  DROITS,
  type DroitNomme,
  type Portee,
  type Role,
} from '@releve/contract/utilisateur/droits.ts'

/** A structure that is under a regional office from one month to another: ranks, both included. */
export type Enfant = { structureId: number; du: number; au: number }

/** The token by which a program calls, in the name of its account. */
export type Programme = {
  id: number
  usages: readonly UsageJeton[]
  /** Ids of the structures that it is limited to; null: all that its account reaches. */
  limite: readonly number[] | null
}

/** Who calls, as found from the token at each request. */
export type Agent = {
  id: number
  identifiant: string
  nomAffichable: string
  roles: Role[]
  structureId: number | null
  /** Own structure and `autreStructure`: where a structure's agent enters figures. */
  structures: number[]
  /** The present month where the platform is used, as a rank. */
  mois: number
  /** `structures`, and this month's children of a regional office: what he may read. */
  perimetre: number[]
  /** The children of his regional offices, past, present and to come, each in its months. */
  enfants: Enfant[]
  /** Null: a program calls, which has none. */
  sessionId: number | null
  /** What he calls by, where it is a program; null: by his own session. */
  programme: Programme | null
  /** Of the token of the device that the session was opened from; null: not known. */
  empreinteAppareil: Buffer | null
  /** When the token that he calls with dies: nothing that lasts outlives it. */
  jetonExpireLe: string
  forceChangePassword: boolean
  /** A setting asks for a second factor, which he has not. */
  secondFacteurAActiver: boolean
}

const ORDRE: Record<Portee, number> = { sienne: 0, perimetre: 1, tout: 2 }

/** The widest reach that these roles give to a right, or null. */
export function porteeDesRoles(roles: readonly Role[], droit: DroitNomme): Portee | null {
  let portee: Portee | null = null
  for (const role of roles) {
    const parRole: Partial<Record<Role, Portee>> = DROITS[droit]
    const autre = parRole[role]
    if (autre && (!portee || ORDRE[autre] > ORDRE[portee])) portee = autre
  }
  return portee
}

/** Whether one of the usages of a program keeps this right of its account. */
const estGarde = ({ usages }: Programme, droit: DroitNomme): boolean =>
  usages.some((usage) => DROITS_DES_USAGES[usage].some((garde) => garde === droit))

/**
 * The reach of a right for whoever calls: what his roles give him, and of that, where a program
 * calls, what its token keeps. One that is limited to structures has a perimeter, were its account's
 * without end: `perimetre` is then what it is limited to.
 */
export function porteeDe({ roles, programme }: Agent, droit: DroitNomme): Portee | null {
  const portee = porteeDesRoles(roles, droit)
  if (!programme) return portee
  if (!estGarde(programme, droit)) return null
  return portee === 'tout' && programme.limite ? 'perimetre' : portee
}

/** Whether the agent holds the right over this structure. */
export function peut(agent: Agent, droit: DroitNomme, structureId: number): boolean {
  const portee = porteeDe(agent, droit)
  if (portee === 'tout') return true
  if (portee === 'perimetre') return agent.perimetre.includes(structureId)
  return portee === 'sienne' && agent.structures.includes(structureId)
}
