import type { Dossier } from '@releve/contract/document/document.schema.ts'
import type { Agent } from '../platform/agent.ts'
import type { Db } from '../platform/route.ts'
import { peutChanger } from './document.rights.ts'
import { countOccupation, type FormulaireDuDossier, listPiecesDe } from './document.sql.ts'

/** What a form holds of files, and what the agent may do there now. */
export async function lireDossier(
  db: Db,
  agent: Agent,
  { id, numero, structureId, etat }: FormulaireDuDossier,
): Promise<Dossier> {
  const modifiable = peutChanger(agent, { structureId, etat })
  const pieces = await listPiecesDe(db, agent, numero)
  return {
    pieces: pieces.map((piece) => ({ ...piece, actions: modifiable ? ['supprimer'] : [] })),
    occupe: await countOccupation(db, { formulaireId: id, structureId }),
    actions: modifiable ? ['deposer'] : [],
  }
}
