import {
  DROITS,
  type DroitNomme,
  type Portee,
  type Role,
} from '@releve/contract/utilisateur/droits.ts'

/** A structure that is under a regional office from one month to another: ranks, both included. */
export type Enfant = { structureId: number; du: number; au: number }

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
  sessionId: number
  /** Of the token of the device that the session was opened from; null: not known. */
  empreinteAppareil: Buffer | null
  /** When the token that he calls with dies: nothing that lasts outlives it. */
  jetonExpireLe: string
  forceChangePassword: boolean
  /** A setting asks for a second factor, which he has not. */
  secondFacteurAActiver: boolean
}

const ORDRE: Record<Portee, number> = { sienne: 0, perimetre: 1, tout: 2 }

/** The widest reach that the agent's roles give to a right, or null. */
export function porteeDe(agent: Agent, droit: DroitNomme): Portee | null {
  let portee: Portee | null = null
  for (const role of agent.roles) {
    const parRole: Partial<Record<Role, Portee>> = DROITS[droit]
    const autre = parRole[role]
    if (autre && (!portee || ORDRE[autre] > ORDRE[portee])) portee = autre
  }
  return portee
}

/** Whether the agent holds the right over this structure. */
export function peut(agent: Agent, droit: DroitNomme, structureId: number): boolean {
  const portee = porteeDe(agent, droit)
  if (portee === 'tout') return true
  if (portee === 'perimetre') return agent.perimetre.includes(structureId)
  return portee === 'sienne' && agent.structures.includes(structureId)
}
