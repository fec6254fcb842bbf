import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { z } from 'zod'

const OCTETS = 32
const IV = 12
const TAG = 16

/** The tokens of a session as its owner receives them, and its ends; instants are ISO 8601. */
const zJetons = z.object({
  token: z.string(),
  dateExpirationJeton: z.string(),
  refreshToken: z.string(),
  dateExpirationSession: z.string(),
  dateFinSession: z.string(),
})
export type Jetons = z.infer<typeof zJetons>

/** Derived from the old refresh token itself, which the base does not have: it reveals nothing. */
function cleDe(jeton: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', jeton, '', 'releve/successeur', OCTETS))
}

/** Seals the successors of a refresh token so that it alone can read them again (AES-256-GCM). */
export function scellerJetons(jeton: string, successeurs: Jetons): Buffer {
  const iv = randomBytes(IV)
  const chiffre = createCipheriv('aes-256-gcm', cleDe(jeton), iv)
  const corps = Buffer.concat([chiffre.update(JSON.stringify(successeurs)), chiffre.final()])
  return Buffer.concat([iv, chiffre.getAuthTag(), corps])
}

/**
 * The inverse of `scellerJetons`; throws when the seal is not this token's. Null when what it
 * sealed was written by another version of the platform, which knew less of a session.
 */
export function descellerJetons(jeton: string, scelle: Buffer): Jetons | null {
  const dechiffre = createDecipheriv('aes-256-gcm', cleDe(jeton), scelle.subarray(0, IV))
  dechiffre.setAuthTag(scelle.subarray(IV, IV + TAG))
  const corps = Buffer.concat([dechiffre.update(scelle.subarray(IV + TAG)), dechiffre.final()])
  const lus = zJetons.safeParse(JSON.parse(corps.toString()))
  return lus.success ? lus.data : null
}
