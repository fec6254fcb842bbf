import { EchecApi } from '../app/envoi.ts'
import { textes } from './verification.textes.ts'

/** A code as it is sent: people copy it with its spaces. */
export const normaliserCode = (code: string) => code.replace(/\s+/g, '')

/** What is wrong with a code, as a French sentence; null when it can be sent. */
export function fauteCode(code: string, recuperation: boolean): string | null {
  const saisi = normaliserCode(code)
  if (recuperation) return saisi ? null : textes.recuperationManquante
  if (!saisi) return textes.codeManquant
  return /^\d{6}$/.test(saisi) ? null : textes.codeForme
}

const estRefus = (echec: unknown, code: string) => echec instanceof EchecApi && echec.code === code

/** The challenge is over (five minutes, five tries): only the password gives another. */
export const estExpiree = (echec: unknown) => estRefus(echec, 'VERIFICATION_EXPIREE')

/** The server's sentence speaks of the application: it is no help to whoever has lost it. */
export const estRecuperationRefusee = (echec: unknown, recuperation: boolean) =>
  recuperation && estRefus(echec, 'CODE_INCORRECT')
