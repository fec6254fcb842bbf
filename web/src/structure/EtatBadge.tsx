import {
  type EtatStructure,
  LIBELLES_ETATS_STRUCTURE,
} from '@releve/contract/structure/structure.schema.ts'
import { type Aspect, Pastille } from '../ui/Pastille.tsx'

const ASPECTS: Record<EtatStructure, Aspect> = {
  INVITEE: ['envoi', 'info'],
  ACTIVE: ['coche', 'succes'],
  SUSPENDUE: ['horloge', 'attention'],
  FERMEE: ['interdit', 'neutre'],
}

/** Where a structure is in its life. */
export function EtatBadge({ etat }: { etat: EtatStructure }) {
  return <Pastille aspect={ASPECTS[etat]}>{LIBELLES_ETATS_STRUCTURE[etat]}</Pastille>
}
