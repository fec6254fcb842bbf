import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { z } from 'zod'

const zPort = z.coerce.number().int().min(0).max(65_535)

const zEnvironnement = z.object({
  PORT: zPort.default(3000),
  HOST: z.string().min(1).default('127.0.0.1'),
  API_PREFIX: z
    .string()
    .regex(/^\/[a-z0-9/_-]*[a-z0-9]$/, 'doit commencer par « / » et ne pas finir par « / »')
    .default('/api'),
  PUBLIC_URL: z.url({ protocol: /^https?$/, message: 'doit être une adresse http(s)' }).optional(),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'doit commencer par postgres://')
    .optional(),
  DATA_DIR: z.string().min(1).default('./donnees'),
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\//, 'doit commencer par smtp:// ou smtps://')
    .optional(),
  MAIL_FROM: z.string().includes('@', { message: 'doit être une adresse électronique' }).optional(),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
      message: 'doit être fatal, error, warn, info, debug, trace ou silent',
    })
    .default('info'),
})

export type Config = {
  port: number
  hote: string
  prefixe: string
  urlPublique: string | undefined
  databaseUrl: string | undefined
  dataDir: string
  niveauLog: z.infer<typeof zEnvironnement>['LOG_LEVEL']
  demonstration: boolean
}

/** A bad environment variable: its message is the one sentence to print before stopping. */
export class ConfigurationInvalide extends Error {}

/**
 * Reads the environment (conception §6). An empty variable counts as unset.
 * @throws ConfigurationInvalide with a French sentence that names the variable.
 */
export function readConfig(env: Record<string, string | undefined>, demonstration = false): Config {
  const presents = Object.fromEntries(Object.entries(env).filter(([, valeur]) => valeur !== ''))
  const lu = zEnvironnement.safeParse(presents)
  if (!lu.success) {
    const faute = lu.error.issues[0]
    const nom = String(faute?.path[0])
    throw new ConfigurationInvalide(
      `La variable d’environnement ${nom} est incorrecte : ${faute?.message}. Corrigez-la, puis relancez.`,
    )
  }
  const valeurs = lu.data
  return {
    port: valeurs.PORT,
    hote: valeurs.HOST,
    prefixe: valeurs.API_PREFIX,
    urlPublique: valeurs.PUBLIC_URL,
    databaseUrl: valeurs.DATABASE_URL,
    dataDir: resolve(valeurs.DATA_DIR),
    niveauLog: valeurs.LOG_LEVEL,
    demonstration,
  }
}

/** The program's version, from its package. */
export function readVersion(): string {
  const paquet: unknown = JSON.parse(
    readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'),
  )
  return z.object({ version: z.string() }).parse(paquet).version
}
