import { droitDe } from '@releve/contract/formulaire/formulaire.rules.ts'
import type { Etat } from '@releve/contract/formulaire/formulaire.schema.ts'
import type { DroitNomme } from '@releve/contract/utilisateur/droits.ts'
import { type Agent, peut } from '../platform/agent.ts'

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
