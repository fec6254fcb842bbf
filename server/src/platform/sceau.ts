import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Config, ConfigurationInvalide, cleLisible } from './config.ts'

const IV = 12
const TAG = 16
/** What tells by which key a secret was sealed, without telling the key. */
const EMPREINTE = 8

/** Where the key is kept when no variable gives it: beside the base, and never in it. */
const FICHIER = 'cle-des-secrets'

type Ou = Pick<Config, 'cleSecrets' | 'dataDir'>

/** The key of the file, drawn the first time. @throws ConfigurationInvalide */
function cleDuDossier(dataDir: string): Buffer {
  const chemin = join(dataDir, FICHIER)
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  try {
    const neuve = `${randomBytes(32).toString('base64')}\n`
    writeFileSync(chemin, neuve, { flag: 'wx', mode: 0o600, flush: true })
  } catch (echec) {
    // What Node throws here carries a code: it was drawn before, or by another process just now.
    if ((echec as NodeJS.ErrnoException).code !== 'EEXIST') throw echec
  }
  const cle = cleLisible(readFileSync(chemin, 'utf8').trim())
  if (cle) return cle
  throw new ConfigurationInvalide(
    `Le fichier ${chemin} ne contient pas une clé\u00a0: remettez celui d’avant, ou donnez SECRETS_KEY.`,
  )
}

const cleDe = ({ cleSecrets, dataDir }: Ou): Buffer => cleSecrets ?? cleDuDossier(dataDir)

const empreinteDe = (cle: Buffer): Buffer =>
  createHash('sha256').update('releve/empreinte').update(cle).digest().subarray(0, EMPREINTE)

/** A key of its own for each use: what is sealed for one is not read as another's. */
const clePour = (cle: Buffer, usage: string): Uint8Array =>
  new Uint8Array(hkdfSync('sha256', cle, '', `releve/${usage}`, 32))

/**
 * Seals a secret that the platform must read again (AES-256-GCM), by a key that is not in the base,
 * so in no backup (docs/decisions/0108). `usage` says what it is for; it opens for that alone.
 */
export function sceller(ou: Ou, usage: string, secret: string): Buffer {
  const cle = cleDe(ou)
  const iv = randomBytes(IV)
  const chiffre = createCipheriv('aes-256-gcm', clePour(cle, usage), iv)
  const corps = Buffer.concat([chiffre.update(secret), chiffre.final()])
  return Buffer.concat([empreinteDe(cle), iv, chiffre.getAuthTag(), corps])
}

/** The secret; null when another key has sealed it, or another use, or when it was changed. */
export function desceller(ou: Ou, usage: string, scelle: Buffer): string | null {
  const cle = cleDe(ou)
  if (!empreinteDe(cle).equals(scelle.subarray(0, EMPREINTE))) return null
  const suite = scelle.subarray(EMPREINTE)
  try {
    const dechiffre = createDecipheriv('aes-256-gcm', clePour(cle, usage), suite.subarray(0, IV))
    dechiffre.setAuthTag(suite.subarray(IV, IV + TAG))
    const corps = dechiffre.update(suite.subarray(IV + TAG))
    return Buffer.concat([corps, dechiffre.final()]).toString()
  } catch {
    return null
  }
}
