import { EchecApi } from '../app/envoi.ts'
import type { SuiteDeNavigation } from '../app/Guard.tsx'
import { textes } from './session.textes.ts'

/** What leads to `/auth/verify`. The challenge travels in the history, never in the address. */
export type SuiteDeConnexion = SuiteDeNavigation & { defi?: string }

/** The challenge of a sign-in that asks for a code; null for any other failure. */
export function defiDe(echec: unknown): string | null {
  if (!(echec instanceof EchecApi) || echec.code !== 'VERIFICATION_REQUISE') return null
  return echec.details.find(({ chemin }) => chemin === 'defi')?.code ?? null
}

/** A code as it is sent: people copy it with its spaces. */
export const normaliserCode = (code: string) => code.replace(/\s+/g, '')

/** What is wrong with a code, as a French sentence; null when it can be sent. */
export function fauteCode(code: string, recuperation: boolean): string | null {
  const t = textes.verification
  const saisi = normaliserCode(code)
  if (recuperation) return saisi ? null : t.recuperationManquante
  if (!saisi) return t.codeManquant
  return /^\d{6}$/.test(saisi) ? null : t.codeForme
}
