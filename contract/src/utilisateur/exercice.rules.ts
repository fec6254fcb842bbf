import { DROITS, ROLES, type Role } from './droits.ts'

/** Where an account stands with the exercise (docs/decisions/0062). */
export const ETATS_EXERCICE = ['FAIT', 'PAS_ENCORE', 'SANS_OBJET'] as const
export type EtatExercice = (typeof ETATS_EXERCICE)[number]

export const LIBELLES_EXERCICE: Record<EtatExercice, string> = {
  FAIT: 'Fait',
  PAS_ENCORE: 'Pas encore',
  SANS_OBJET: 'Sans objet',
}

/** The roles that the exercise is for: those that enter figures. */
export const ROLES_EXERCICE: readonly Role[] = ROLES.filter(
  (role) => role in DROITS['exercice.faire'],
)

/** Of an account: done once stays done, whatever its roles are now. */
export function etatExercice({
  roles,
  exerciceLe,
}: {
  roles: readonly Role[]
  exerciceLe: string | null
}): EtatExercice {
  if (exerciceLe !== null) return 'FAIT'
  return roles.some((role) => ROLES_EXERCICE.includes(role)) ? 'PAS_ENCORE' : 'SANS_OBJET'
}
