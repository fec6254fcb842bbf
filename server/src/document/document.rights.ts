import { TYPE_LOGO, TYPES_PARTAGES } from '@releve/contract/document/document.schema.ts'
import { type RawBuilder, sql as texte } from 'kysely'
import { type Agent, peut, porteeDe } from '../platform/agent.ts'
import type { Rights } from '../platform/route.ts'

/** Whose piece it is: a structure's, or the organisation's (null); and which, where it matters. */
export type Proprietaire = { structureId: number | null; typeDocument?: string }
type Objet = Proprietaire | readonly Proprietaire[] | null

/** A structure's logo is one of its files; the organisation's has a right of its own. */
function peutDeposer(agent: Agent, { structureId, typeDocument }: Proprietaire): boolean {
  if (structureId !== null) return peut(agent, 'document.deposer', structureId)
  const droit = typeDocument === TYPE_LOGO ? 'logo.organisation' : 'document.deposer'
  return porteeDe(agent, droit) === 'tout'
}

const enListe = (objet: Objet): readonly Proprietaire[] =>
  objet === null ? [] : 'structureId' in objet ? [objet] : objet

/** Right → (agent, pieces) → boolean. Outside the perimeter `load` has already answered 404. */
export const documentRights: Rights<'document.lire' | 'document.deposer' | 'public', Objet> = {
  public: () => true,
  'document.lire': (agent) => porteeDe(agent, 'document.lire') !== null,
  'document.deposer': (agent, objet) => enListe(objet).every((un) => peutDeposer(agent, un)),
}

/**
 * The pieces `p` that the agent may know of: those of the structures whose forms he
 * reads whole, and of the organisation's those made to be shared. A form that he reads only because
 * it is published shows its figures, not its pieces.
 */
export function piecesLisiblesSql(agent: Agent): RawBuilder<boolean> {
  const portee = porteeDe(agent, 'document.lire')
  if (portee === 'tout') return texte<boolean>`true`
  if (portee === null) return texte<boolean>`false`
  return texte<boolean>`(
    p.structure_id = any(${agent.perimetre}::int[])
    or (p.structure_id is null and p.type_document = any(${[...TYPES_PARTAGES]}::text[]))
  )`
}
