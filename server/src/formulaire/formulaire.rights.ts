import { droitDe } from '@releve/contract/formulaire/formulaire.rules.ts'
import type { Etat } from '@releve/contract/formulaire/formulaire.schema.ts'
import type { DroitNomme } from '@releve/contract/utilisateur/droits.ts'
import { type RawBuilder, sql } from 'kysely'
import { type Agent, peut, porteeDe } from '../platform/agent.ts'

type Objet = { structureId: number }

const surSaStructure =
  (droit: DroitNomme) =>
  (agent: Agent, { structureId }: Objet): boolean =>
    peut(agent, droit, structureId)

/** Right → (agent, form) → boolean. Outside the perimeter `load` has already answered 404. */
export const formulaireRights = {
  'formulaire.saisir': surSaStructure('formulaire.saisir'),
  'formulaire.soumettre': surSaStructure('formulaire.soumettre'),
  'formulaire.renvoyer': (agent: Agent, { structureId, etat }: Objet & { etat: Etat }): boolean =>
    peut(agent, droitDe('renvoyer', etat), structureId),
}

/** Whether the agent reads this structure's forms whole, drafts included. */
export function estDansPerimetre(agent: Agent, structureId: number): boolean {
  return peut(agent, 'formulaire.lire', structureId)
}

/** The structures whose forms the agent reads whole; null for all of them. */
export function perimetreDe(agent: Agent): number[] | null {
  return porteeDe(agent, 'formulaire.lire') === 'tout' ? null : agent.perimetre
}

/** The same as a condition on a column of structure ids. */
export function dansPerimetreSql(agent: Agent, colonne: RawBuilder<unknown>): RawBuilder<boolean> {
  const perimetre = perimetreDe(agent)
  return perimetre === null
    ? sql<boolean>`true`
    : sql<boolean>`${colonne} = any(${perimetre}::int[])`
}
