import { hash, randomBytes } from 'node:crypto'

const OCTETS = 32

/** A new opaque token: 256 random bits, in base64url. */
export function createJeton(): string {
  return randomBytes(OCTETS).toString('base64url')
}

/** SHA-256 of a token: all that the base ever keeps of it. */
export function empreinteDe(jeton: string): Buffer {
  return hash('sha256', jeton, 'buffer')
}
