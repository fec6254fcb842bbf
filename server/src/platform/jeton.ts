import { hash, randomBytes } from 'node:crypto'

const OCTETS = 32

/** A new opaque token: 256 random bits, in base64url. */
export function createJeton(): string {
  return randomBytes(OCTETS).toString('base64url')
}

/** By what a program's token is told from a session's, by people and by what looks for leaks. */
const PREFIXE = 'rlv_'

/** A new token for a program: as many bits, under its prefix. */
export const createJetonDeProgramme = (): string => `${PREFIXE}${createJeton()}`

/** Whether this token says that it is a program's: a session's never begins so by chance alone. */
export const estDeProgramme = (jeton: string): boolean => jeton.startsWith(PREFIXE)

/** SHA-256 of a token: all that the base ever keeps of it. */
export function empreinteDe(jeton: string): Buffer {
  return hash('sha256', jeton, 'buffer')
}
