import { RENVOI_PAR_APPROBATEUR } from '@releve/contract/formulaire/formulaire.rules.ts'
import type { Etat } from '@releve/contract/formulaire/formulaire.schema.ts'
import { type RawBuilder, sql } from 'kysely'
import { type Agent, peut, porteeDe } from '../platform/agent.ts'
import type { Rights } from '../platform/route.ts'

/** What a right on a form is decided by. `etat` is absent when the form does not exist yet. */
export type ObjetDroit = { structureId: number; etat?: Etat }

type DroitsFormulaire =
  | 'formulaire.lire'
  | 'formulaire.saisir'
  | 'formulaire.soumettre'
  | 'formulaire.valider'
  | 'formulaire.renvoyer'
  | 'formulaire.remarquer'
  | 'formulaire.approuver'
  | 'formulaire.diffuser'
  | 'formulaire.changerEtat'

/** Right → (agent, form) → boolean. Outside the perimeter `load` has already answered 404. */
export const formulaireRights: Rights<DroitsFormulaire, ObjetDroit | null> = {
  // What may be read is the perimeter's affair (and, outside it, the published version's).
  'formulaire.lire': (agent) => porteeDe(agent, 'formulaire.lire') !== null,
  'formulaire.saisir': (agent, f) => f !== null && peut(agent, 'formulaire.saisir', f.structureId),
  'formulaire.soumettre': (agent, f) =>
    f !== null && peut(agent, 'formulaire.soumettre', f.structureId),
  'formulaire.valider': (agent, f) =>
    f !== null && peut(agent, 'formulaire.valider', f.structureId),
  'formulaire.renvoyer': (agent, f) =>
    f !== null &&
    peut(
      agent,
      f.etat && RENVOI_PAR_APPROBATEUR.includes(f.etat)
        ? 'formulaire.approuver'
        : 'formulaire.renvoyer',
      f.structureId,
    ),
  'formulaire.remarquer': (agent, f) =>
    f !== null && peut(agent, 'formulaire.remarquer', f.structureId),
  'formulaire.approuver': (agent, f) =>
    f !== null && peut(agent, 'formulaire.approuver', f.structureId),
  'formulaire.diffuser': (agent, f) =>
    f !== null && peut(agent, 'formulaire.diffuser', f.structureId),
  'formulaire.changerEtat': (agent, f) =>
    f !== null && peut(agent, 'formulaire.changerEtat', f.structureId),
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
