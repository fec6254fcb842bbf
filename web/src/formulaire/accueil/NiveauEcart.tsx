import { LIBELLES_NIVEAUX, type Niveau } from '@releve/contract/formulaire/ecart.rules.ts'
import { type Aspect, Pastille } from '../../ui/Pastille.tsx'

const ASPECTS: Record<Niveau, Aspect> = {
  ANOMALIE: ['erreur', 'erreur'],
  A_VERIFIER: ['attention', 'attention'],
  CONFORME: ['coche', 'succes'],
  NON_CALCULABLE: ['cercle', 'neutre'],
}

/** How far a headcount is from what the month before and its movements say; null: nothing says it. */
export function NiveauEcart({ niveau }: { niveau: Niveau | null }) {
  return niveau && <Pastille aspect={ASPECTS[niveau]}>{LIBELLES_NIVEAUX[niveau]}</Pastille>
}
