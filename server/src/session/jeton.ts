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

type Usage = 'successeur' | 'identite'

/** Derived from the token itself, which the base does not have: it reveals nothing. */
function cleDe(jeton: string, usage: Usage): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', jeton, '', `releve/${usage}`, OCTETS))
}

/** AES-256-GCM under a key of this token's, for this alone. */
function sceller(jeton: string, usage: Usage, texte: string): Buffer {
  const iv = randomBytes(IV)
  const chiffre = createCipheriv('aes-256-gcm', cleDe(jeton, usage), iv)
  const corps = Buffer.concat([chiffre.update(texte), chiffre.final()])
  return Buffer.concat([iv, chiffre.getAuthTag(), corps])
}

/** The inverse; throws when the seal is not this token's. */
function desceller(jeton: string, usage: Usage, scelle: Buffer): string {
  const dechiffre = createDecipheriv('aes-256-gcm', cleDe(jeton, usage), scelle.subarray(0, IV))
  dechiffre.setAuthTag(scelle.subarray(IV, IV + TAG))
  return Buffer.concat([dechiffre.update(scelle.subarray(IV + TAG)), dechiffre.final()]).toString()
}

/** Seals the successors of a refresh token so that it alone can read them again. */
export const scellerJetons = (jeton: string, successeurs: Jetons): Buffer =>
  sceller(jeton, 'successeur', JSON.stringify(successeurs))

/** Seals what a provider gave, so that this token (a session's, a challenge's) alone can read it. */
export const scellerIdentite = (jeton: string, texte: string): Buffer =>
  sceller(jeton, 'identite', texte)

/** The inverse of `scellerIdentite`; throws when the seal is not this token's. */
export const descellerIdentite = (jeton: string, scelle: Buffer): string =>
  desceller(jeton, 'identite', scelle)

/**
 * The inverse of `scellerJetons`; throws when the seal is not this token's. Null when what it
 * sealed was written by another version of the platform, which knew less of a session.
 */
export function descellerJetons(jeton: string, scelle: Buffer): Jetons | null {
  const lus = zJetons.safeParse(JSON.parse(desceller(jeton, 'successeur', scelle)))
  return lus.success ? lus.data : null
}
