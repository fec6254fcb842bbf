import { EchecApi } from '../api/envoi.ts'
import type { SuiteDeNavigation } from '../paths.ts'

/** What leads to `/auth/verify`. The challenge travels in the history, never in the address. */
export type SuiteDeConnexion = SuiteDeNavigation & { defi?: string }

/** The challenge of a sign-in that asks for a code; null for any other failure. */
export function defiDe(echec: unknown): string | null {
  if (!(echec instanceof EchecApi) || echec.code !== 'VERIFICATION_REQUISE') return null
  return echec.details.find(({ chemin }) => chemin === 'defi')?.code ?? null
}

const estRefus = (echec: unknown, code: string) => echec instanceof EchecApi && echec.code === code

/** The challenge is over (five minutes, five tries): only the password gives another. */
export const estExpiree = (echec: unknown) => estRefus(echec, 'VERIFICATION_EXPIREE')

/** The server's sentence speaks of the application: it is no help to whoever has lost it. */
export const estRecuperationRefusee = (echec: unknown, recuperation: boolean) =>
  recuperation && estRefus(echec, 'CODE_INCORRECT')
