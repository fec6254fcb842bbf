import { randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { encode } from 'uqr'
import { createSecretCopie } from '../platform/mot-de-passe.ts'

/** What every application knows: SHA-1, six figures, thirty seconds (RFC 6238). */
const FORME = { algorithm: 'SHA1', digits: 6, period: 30 }
/** A clock may be a step ahead or behind. */
const TOLERANCE = 1
const OCTETS = 20
const EMETTEUR = 'Relevé'
/** Quiet border that readers ask of a QR code, in modules. */
const MARGE = 4

/** A new secret: 160 random bits. */
export const createSecret = (): Buffer => randomBytes(OCTETS)

function totpDe(secret: Buffer, label = ''): TOTP {
  // A copy: a Buffer is a window over memory that it shares.
  const octets = new Uint8Array(secret)
  return new TOTP({
    ...FORME,
    issuer: EMETTEUR,
    label,
    secret: new Secret({ buffer: octets.buffer }),
  })
}

/** The step of 30 s, since 1970, whose code this is, or null: its own, the one before or after. */
export function findPas(secret: Buffer, code: string, maintenant: Date): number | null {
  const timestamp = maintenant.getTime()
  const ecart = totpDe(secret).validate({ token: code, timestamp, window: TOLERANCE })
  return ecart === null ? null : Math.floor(timestamp / (FORME.period * 1000)) + ecart
}

/** The secret as it is given to an application: to type, as a link, and to read from the screen. */
export function presenterSecret(secret: Buffer, identifiant: string) {
  const totp = totpDe(secret, identifiant)
  const uri = totp.toString()
  const { data } = encode(uri, { ecc: 'M', border: MARGE })
  const qr = data.map((ligne) => ligne.map((noir) => (noir ? '1' : '0')).join(''))
  return { secret: totp.secret.base32, uri, qr }
}

/** Ten recovery codes, all different. */
export function createCodesRecuperation(): string[] {
  const codes = new Set<string>()
  while (codes.size < 10) codes.add(createSecretCopie())
  return [...codes]
}

/** A code as its fingerprint is taken: whatever its case, spaces and hyphens. */
export const normaliserCode = (code: string): string => code.toLowerCase().replace(/[^a-z0-9]/g, '')
