import { readFileSync, realpathSync } from 'node:fs'
import { isIP } from 'node:net'
import { isAbsolute, join, relative, resolve } from 'node:path'
import { parseEnv } from 'node:util'
import type { ModeEnvoi } from '@releve/contract/courriel/courriel.schema.ts'
import { z } from 'zod'
import { type Fournisseur, readFournisseurs } from './oidc.ts'

const PORT = 'doit être un nombre entier, de 0 à 65\u202f535'
const zPort = z.coerce.number({ message: PORT }).int(PORT).min(0, PORT).max(65_535, PORT)

const zBase = z.string().regex(/^postgres(ql)?:\/\//, 'doit commencer par postgres://')

/** `nom@domaine` or `Nom <nom@domaine>`, on one line. */
const EXPEDITEUR = /^(?:[^\r\n<>]*<[^\s@<>]+@[^\s@<>]+>|[^\s@<>]+@[^\s@<>]+)$/

/** Whether what precedes `@` in an address can be decoded. */
function clesLisibles(url: string): boolean {
  try {
    const { username, password } = new URL(url)
    decodeURIComponent(username + password)
    return true
  } catch {
    return false
  }
}

/** `127.0.0.1:9464`, `[::1]:9464`, `mesures.local:9464`; undefined for anything else. */
function lieuDe(texte: string): { hote: string; port: number } | undefined {
  const [, entre, nom, port = ''] = /^(?:\[([0-9a-f:.]+)\]|([\w.-]+)):(\d{1,5})$/i.exec(texte) ?? []
  const hote = entre ?? nom
  return hote && Number(port) <= 65_535 ? { hote, port: Number(port) } : undefined
}

/** A key of 32 bytes, in base64; undefined for anything else. */
export function cleLisible(texte: string): Buffer | undefined {
  const cle = Buffer.from(texte, 'base64')
  return /^[\w+/-]{43}=?$/.test(texte) && cle.length === 32 ? cle : undefined
}

/** Networks in CIDR, or addresses; undefined when one of them is neither. */
function reseauxDe(texte: string): string[] | undefined {
  const dits = texte.split(/[\s,;]+/).filter(Boolean)
  const lus = dits.map((un) => {
    if (isIP(un)) return `${un}/${isIP(un) === 4 ? 32 : 128}`
    return z.union([z.cidrv4(), z.cidrv6()]).safeParse(un).data
  })
  return lus.every((un) => un !== undefined) ? lus : undefined
}

const TAILLE_MESSAGES = 'doit être un nombre entier de mégaoctets, de 100 à 1\u202f000\u202f000'

/** The variables that the platform reads; `.env.exemple` presents each of them. */
export const zVariables = z.object({
  PORT: zPort.default(3000),
  HOST: z.string().min(1).default('127.0.0.1'),
  API_PREFIX: z
    .string()
    .regex(
      /^\/[a-z0-9/_-]*[a-z0-9]$/,
      'doit commencer par «\u00a0/\u00a0» et ne pas finir par «\u00a0/\u00a0»',
    )
    .default('/api'),
  PUBLIC_URL: z
    .url({ protocol: /^https?$/, message: 'doit être une adresse http(s)' })
    .refine((url) => !/[?#]/.test(url), 'ne doit avoir ni paramètres ni ancre')
    .optional(),
  DATABASE_URL: zBase.optional(),
  DATABASE_DIRECT_URL: zBase.optional(),
  DATABASE_PREPARE: z.enum(['0', '1'], { message: 'doit être 0 ou 1' }).default('1'),
  DATA_DIR: z.string().min(1).default('./donnees'),
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\//, 'doit commencer par smtp:// ou smtps://')
    .refine((url) => URL.canParse(url) && new URL(url).hostname !== '', 'doit nommer un serveur')
    .optional(),
  MAIL_FROM: z.string().regex(EXPEDITEUR, 'doit être une adresse électronique').optional(),
  S3_URL: z
    .url({ protocol: /^https?$/, message: 'doit être l’adresse http(s) d’un seau' })
    .refine(
      (url) => !/[?#]/.test(url) && clesLisibles(url),
      'ne doit avoir ni paramètres ni ancre, et ses clés s’y écrivent encodées',
    )
    .optional(),
  S3_ACCESS_KEY: z.string().min(1).optional(),
  S3_SECRET_KEY: z.string().min(1).optional(),
  S3_REGION: z
    .string()
    .regex(/^[a-z0-9-]{1,40}$/, 'doit être le nom d’une région, comme us-east-1')
    .default('us-east-1'),
  MESSAGE_FILES_MB: z.coerce
    .number({ message: TAILLE_MESSAGES })
    .int(TAILLE_MESSAGES)
    .min(100, TAILLE_MESSAGES)
    .max(1_000_000, TAILLE_MESSAGES)
    .default(5000),
  METRICS_ADDRESS: z
    .string()
    .refine((lieu) => lieuDe(lieu) !== undefined, {
      message: 'doit être une adresse et un port de cette machine, comme 127.0.0.1:9464',
    })
    .optional(),
  SECRETS_KEY: z
    .string()
    .refine((texte) => cleLisible(texte) !== undefined, {
      message:
        'doit être une clé de 32 octets en base64, comme en donne «\u00a0openssl rand -base64 32\u00a0»',
    })
    .optional(),
  WEBHOOK_NETWORKS: z
    .string()
    .refine((texte) => reseauxDe(texte) !== undefined, {
      message: 'doit être une liste de réseaux en CIDR, comme 10.1.0.0/16,192.0.2.4/32',
    })
    .optional(),
  OIDC_FILE: z.string().min(1).optional(),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
      message: 'doit être fatal, error, warn, info, debug, trace ou silent',
    })
    .default('info'),
})

/** Whether a file is in a folder, or would be. */
function estDans(fichier: string, dossier: string): boolean {
  const chemin = relative(resolve(dossier), resolve(fichier))
  return !chemin.startsWith('..') && !isAbsolute(chemin)
}

const zEnvironnement = zVariables
  .refine(({ DATABASE_URL, DATABASE_DIRECT_URL }) => DATABASE_URL || !DATABASE_DIRECT_URL, {
    path: ['DATABASE_DIRECT_URL'],
    message: 'va avec DATABASE_URL, quand un répartiteur de connexions se tient devant PostgreSQL',
  })
  .refine(({ SMTP_URL, MAIL_FROM }) => !SMTP_URL || MAIL_FROM, {
    path: ['MAIL_FROM'],
    message: 'doit être donnée avec SMTP_URL, c’est l’adresse qui envoie les courriels',
  })
  .refine(({ OIDC_FILE, PUBLIC_URL }) => !OIDC_FILE || PUBLIC_URL, {
    path: ['PUBLIC_URL'],
    message: 'doit être donnée avec OIDC_FILE, c’est là que revient un service d’identité',
  })
  .refine(({ OIDC_FILE, DATA_DIR }) => !OIDC_FILE || !estDans(OIDC_FILE, DATA_DIR), {
    path: ['OIDC_FILE'],
    message: 'ne doit pas être dans DATA_DIR, dont les copies emporteraient ses secrets',
  })
  .refine(({ S3_URL, ...cles }) => !S3_URL || s3De({ S3_URL, ...cles }), {
    path: ['S3_URL'],
    message:
      'doit porter ses clés (https://cle:secret@…), ou S3_ACCESS_KEY et S3_SECRET_KEY être données',
  })

/** A bucket, where files are kept, and the keys that open it. */
export type S3 = {
  /** The bucket's own address, ending in `/`: an object's is below it. */
  adresse: string
  cle: string
  secret: string
  region: string
}

type VariablesS3 = Pick<
  z.infer<typeof zVariables>,
  'S3_URL' | 'S3_ACCESS_KEY' | 'S3_SECRET_KEY' | 'S3_REGION'
>

/** The bucket of these variables; undefined without one, or without the keys that it asks for. */
function s3De(variables: VariablesS3): S3 | undefined {
  const { S3_URL, S3_ACCESS_KEY, S3_SECRET_KEY, S3_REGION: region } = variables
  if (!S3_URL || !clesLisibles(S3_URL)) return undefined
  const url = new URL(S3_URL)
  const cle = S3_ACCESS_KEY ?? decodeURIComponent(url.username)
  const secret = S3_SECRET_KEY ?? decodeURIComponent(url.password)
  if (!cle || !secret) return undefined
  const adresse = `${url.origin}${url.pathname.replace(/\/*$/, '/')}`
  return { adresse, cle, secret, region }
}

export type Config = {
  port: number
  hote: string
  prefixe: string
  urlPublique: string | undefined
  databaseUrl: string | undefined
  /** PostgreSQL itself, where `databaseUrl` leads to a pooler. */
  databaseDirectUrl: string | undefined
  /** Whether statements that come back are prepared. */
  preparer: boolean
  dataDir: string
  /** Absent: mails wait in the outbox. With it, `mailFrom` is there too. */
  smtpUrl: string | undefined
  mailFrom: string | undefined
  /** Absent: files are kept in the base. */
  s3: S3 | undefined
  /** What the files of all messages may weigh together. */
  octetsMessages: number
  /** Where the figures of the process are served; absent: nowhere. */
  mesures: { hote: string; port: number } | undefined
  /** What seals the secrets that are read again; absent: the key of `dataDir`. */
  cleSecrets: Buffer | undefined
  /** Networks that webhooks may reach though they are private. */
  reseauxWebhooks: readonly string[]
  /** The providers of identities by which one may sign in; none unless a file says so. */
  fournisseurs: readonly Fournisseur[]
  niveauLog: z.infer<typeof zVariables>['LOG_LEVEL']
  demonstration: boolean
}

/** A bad environment variable: its message is the one sentence to print before stopping. */
export class ConfigurationInvalide extends Error {}

const ILLISIBLE: Record<string, string> = {
  EACCES: 'le compte qui lance Relevé n’en a pas le droit',
  EISDIR: 'c’est un dossier',
  ERR_ENCODING_INVALID_ENCODED_DATA: 'ce n’est pas un texte en UTF-8',
}

const RACINE = resolve(import.meta.dirname, '../../..')

/**
 * Adds to `process.env` what the file `.env` of Relevé's own folder gives and it does not, when that
 * is the current folder: another folder's file speaks of another program, and perhaps of its base.
 * @throws ConfigurationInvalide when there is a file and it cannot be read.
 */
export function readEnvFile(): void {
  if (realpathSync(process.cwd()) === RACINE) mergeEnvFile(process.env, join(RACINE, '.env'))
}

/**
 * Adds to `env` what this file gives and `env` does not, even empty; a file that does not exist
 * gives nothing. Not `process.loadEnvFile`, which takes what it cannot read for an absent file.
 * @throws ConfigurationInvalide when there is a file and it cannot be read.
 */
export function mergeEnvFile(env: Record<string, string | undefined>, fichier: string): void {
  try {
    const texte = new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(fichier))
    for (const [nom, valeur] of Object.entries(parseEnv(texte))) env[nom] ??= valeur
  } catch (echec) {
    // What Node throws here carries a code.
    const { code = '' } = echec as NodeJS.ErrnoException
    if (code === 'ENOENT') return
    throw new ConfigurationInvalide(
      `Le fichier ${fichier} ne peut pas être lu\u00a0: ${ILLISIBLE[code] ?? code}. Corrigez-le ou retirez-le, puis relancez.`,
    )
  }
}

/** Those of this file. @throws ConfigurationInvalide */
function fournisseursDe(fichier: string | undefined): readonly Fournisseur[] {
  if (fichier === undefined) return []
  try {
    return readFournisseurs(fichier)
  } catch (echec) {
    const faute = echec instanceof Error ? echec.message : String(echec)
    throw new ConfigurationInvalide(
      `Le fichier ${fichier}, que nomme OIDC_FILE, ${faute}. Corrigez-le, puis relancez.`,
    )
  }
}

/**
 * Reads the environment (README.md, « Exploiter »). An empty variable counts as unset.
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
    databaseDirectUrl: valeurs.DATABASE_DIRECT_URL,
    preparer: valeurs.DATABASE_PREPARE === '1',
    dataDir: resolve(valeurs.DATA_DIR),
    smtpUrl: valeurs.SMTP_URL,
    mailFrom: valeurs.MAIL_FROM,
    s3: s3De(valeurs),
    octetsMessages: valeurs.MESSAGE_FILES_MB * 1_000_000,
    mesures: lieuDe(valeurs.METRICS_ADDRESS ?? ''),
    cleSecrets: cleLisible(valeurs.SECRETS_KEY ?? ''),
    reseauxWebhooks: reseauxDe(valeurs.WEBHOOK_NETWORKS ?? '') ?? [],
    fournisseurs: fournisseursDe(valeurs.OIDC_FILE),
    niveauLog: valeurs.LOG_LEVEL,
    demonstration,
  }
}

/** How this platform sends its mails. */
export function modeEnvoiDe({ smtpUrl, demonstration }: Config): ModeEnvoi {
  if (smtpUrl !== undefined) return 'SMTP'
  return demonstration ? 'DEMONSTRATION' : 'AUCUN'
}

/** Where people reach this platform; without PUBLIC_URL, where it listens. */
export function adressePubliqueDe({ urlPublique, hote, port }: Config): string {
  if (urlPublique !== undefined) return urlPublique.replace(/\/+$/, '')
  const partout = hote === '0.0.0.0' || hote === '::'
  return `http://${partout ? 'localhost' : hote.includes(':') ? `[${hote}]` : hote}:${port}`
}

/** The program's version, from its package. */
export function readVersion(): string {
  const paquet: unknown = JSON.parse(
    readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'),
  )
  return z.object({ version: z.string() }).parse(paquet).version
}
