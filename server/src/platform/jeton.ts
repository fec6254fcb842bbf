import { hash, randomBytes } from 'node:crypto'

const OCTETS = 32

/** By what a program's token is told from a session's, by people and by what looks for leaks. */
const PREFIXE = 'rlv_'

/** A new opaque token: 256 random bits, in base64url; never one that would pass for a program's. */
export function createJeton(): string {
  const jeton = randomBytes(OCTETS).toString('base64url')
  return estDeProgramme(jeton) ? createJeton() : jeton
}

/** A new token for a program: as many bits, under its prefix. */
export const createJetonDeProgramme = (): string => `${PREFIXE}${createJeton()}`

/** Whether this token says that it is a program's: a session's never begins so. */
export const estDeProgramme = (jeton: string): boolean => jeton.startsWith(PREFIXE)

/** SHA-256 of a token: all that the base ever keeps of it. */
export function empreinteDe(jeton: string): Buffer {
  return hash('sha256', jeton, 'buffer')
}
