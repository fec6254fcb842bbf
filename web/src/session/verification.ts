import { EchecApi } from '../app/envoi.ts'
import type { SuiteDeNavigation } from '../app/Guard.tsx'

/** What leads to `/auth/verify`. The challenge travels in the history, never in the address. */
export type SuiteDeConnexion = SuiteDeNavigation & { defi?: string }

/** The challenge of a sign-in that asks for a code; null for any other failure. */
export function defiDe(echec: unknown): string | null {
  if (!(echec instanceof EchecApi) || echec.code !== 'VERIFICATION_REQUISE') return null
  return echec.details.find(({ chemin }) => chemin === 'defi')?.code ?? null
}
