import type { EtatStructure } from '@releve/contract/structure/structure.schema.ts'
import { formeDe } from './formes.ts'

/** What is drawn over the shape, so that the state is not told by colour alone. */
const SIGNES: Record<EtatStructure, string | null> = {
  ACTIVE: null,
  INVITEE: null,
  SUSPENDUE: 'M-2.5-3.500V3.500M2.500-3.500V3.500',
  FERMEE: 'M-9 9 9-9',
}

/** The mark of a structure, around the origin: its type by the shape, its state by how it is filled. */
export function Marque({ rangType, etat }: { rangType: number; etat: EtatStructure }) {
  const signe = SIGNES[etat]
  return (
    <g className={`str-marque str-marque-${etat}`} transform="scale(1.1)">
      <path className="str-forme" d={formeDe(rangType)} />
      {signe && <path className="str-signe" d={signe} />}
    </g>
  )
}
