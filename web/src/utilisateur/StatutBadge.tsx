import { LIBELLES_STATUTS, type Statut } from '@releve/contract/utilisateur/utilisateur.schema.ts'
import { type Aspect, Pastille } from '../ui/Pastille.tsx'

const ASPECTS: Record<Statut, Aspect> = {
  ACTIF: ['coche', 'succes'],
  BLOQUE: ['verrou', 'erreur'],
  INVITE: ['horloge', 'info'],
}

/** Whether an account may be used. */
export function StatutBadge({ statut }: { statut: Statut }) {
  return <Pastille aspect={ASPECTS[statut]}>{LIBELLES_STATUTS[statut]}</Pastille>
}
