import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ConfigurationInvalide, mergeEnvFile, readConfig, zVariables } from './config.ts'

const SECRET = 'mot-de-passe-secret'

function phraseDe(env: Record<string, string>): string {
  try {
    readConfig(env)
  } catch (echec) {
    if (echec instanceof ConfigurationInvalide) return echec.message
    throw echec
  }
  return 'acceptée'
}

describe('la configuration du courriel', () => {
  it.each(['releve@example.org', 'Relevé <releve@example.org>', '"DPPS, Relevé" <r@e.org>'])(
    'accepte l’expéditeur %s',
    (MAIL_FROM) => {
      const SMTP_URL = `smtps://compte:${SECRET}@smtp.example.org:465`
      expect(readConfig({ SMTP_URL, MAIL_FROM })).toMatchObject({
        smtpUrl: SMTP_URL,
        mailFrom: MAIL_FROM,
      })
    },
  )

  it('est facultative, et une variable vide vaut une variable absente', () => {
    const { smtpUrl, mailFrom } = readConfig({ SMTP_URL: '', MAIL_FROM: '' })
    expect([smtpUrl, mailFrom]).toEqual([undefined, undefined])
    expect(readConfig({ MAIL_FROM: 'releve@example.org' }).smtpUrl).toBeUndefined()
  })

  it.each([
    ['MAIL_FROM', { SMTP_URL: `smtp://c:${SECRET}@example.org` }],
    ['MAIL_FROM', { SMTP_URL: `smtp://c:${SECRET}@example.org`, MAIL_FROM: 'relevé' }],
    ['MAIL_FROM', { SMTP_URL: 'smtp://example.org', MAIL_FROM: 'a@b.org\r\nBcc: c@d.org' }],
    ['SMTP_URL', { SMTP_URL: 'smtp://', MAIL_FROM: 'releve@example.org' }],
    ['SMTP_URL', { SMTP_URL: `https://c:${SECRET}@e.org`, MAIL_FROM: 'releve@example.org' }],
  ])('refuse %s en la nommant, sans dire le mot de passe : %j', (nom, env) => {
    const phrase = phraseDe(env)
    expect(phrase).toContain(`La variable d’environnement ${nom} est incorrecte`)
    expect(phrase).not.toContain(SECRET)
  })
})

describe('la configuration du dépôt de fichiers', () => {
  const cles = { S3_ACCESS_KEY: 'cle', S3_SECRET_KEY: SECRET }

  it('est facultative ; les clés se donnent dans l’adresse, encodées, ou à côté d’elle', () => {
    expect(readConfig({}).s3).toBeUndefined()
    const S3_URL = 'https://s3.example.org/releve'
    const lue = { adresse: `${S3_URL}/`, cle: 'cle', secret: SECRET, region: 'us-east-1' }
    expect(readConfig({ S3_URL, ...cles }).s3).toEqual(lue)
    expect(readConfig({ S3_URL: `${S3_URL}/`, ...cles, S3_REGION: 'gra' }).s3).toEqual({
      ...lue,
      region: 'gra',
    })
    const dedans = `https://a%40b:${SECRET}%2F@s3.example.org:9000/releve`
    expect(readConfig({ S3_URL: dedans }).s3).toEqual({
      adresse: 'https://s3.example.org:9000/releve/',
      cle: 'a@b',
      secret: `${SECRET}/`,
      region: 'us-east-1',
    })
  })

  it.each([
    ['S3_URL', { S3_URL: 's3://releve', ...cles }],
    ['S3_URL', { S3_URL: `https://cle:${SECRET}@e.org/releve?a=1` }],
    ['S3_URL', { S3_URL: `https://c%E9:${SECRET}@e.org/releve` }],
    ['S3_URL', { S3_URL: 'https://e.org/releve', S3_SECRET_KEY: SECRET }],
    ['S3_URL', { S3_URL: 'https://cle@e.org/releve' }],
    ['S3_REGION', { S3_URL: 'https://e.org/releve', ...cles, S3_REGION: 'Nord Est' }],
  ])('refuse %s en la nommant, sans dire le secret : %j', (nom, env) => {
    const phrase = phraseDe(env)
    expect(phrase).toContain(`La variable d’environnement ${nom} est incorrecte`)
    expect(phrase).not.toContain(SECRET)
  })
})

describe('la configuration de la base', () => {
  const DATABASE_URL = `postgres://releve:${SECRET}@127.0.0.1:6432/releve`
  const DATABASE_DIRECT_URL = `postgres://releve:${SECRET}@127.0.0.1:5432/releve`

  it('prépare les requêtes, sauf si on le lui défend, et accepte une adresse directe', () => {
    expect(readConfig({})).toMatchObject({ preparer: true, databaseDirectUrl: undefined })
    expect(readConfig({ DATABASE_URL, DATABASE_DIRECT_URL, DATABASE_PREPARE: '0' })).toMatchObject({
      databaseUrl: DATABASE_URL,
      databaseDirectUrl: DATABASE_DIRECT_URL,
      preparer: false,
    })
  })

  it.each([
    ['DATABASE_PREPARE', { DATABASE_PREPARE: 'non' }],
    ['DATABASE_DIRECT_URL', { DATABASE_DIRECT_URL }],
    [
      'DATABASE_DIRECT_URL',
      { DATABASE_URL, DATABASE_DIRECT_URL: `mysql://r:${SECRET}@hote/releve` },
    ],
  ])('refuse %s en la nommant, sans dire le mot de passe : %j', (nom, env) => {
    const phrase = phraseDe(env)
    expect(phrase).toContain(`La variable d’environnement ${nom} est incorrecte`)
    expect(phrase).not.toContain(SECRET)
  })
})

describe('les services d’identité', () => {
  const bon = {
    cle: 'ministere',
    libelle: 'Identité du ministère',
    emetteur: 'https://identite.example.org',
    client: 'releve',
    secret: SECRET,
  }
  const PUBLIC_URL = 'https://releve.example.org'
  let dossier = ''
  const ecrire = (contenu: unknown) => {
    const fichier = join(dossier, 'fournisseurs.json')
    writeFileSync(fichier, typeof contenu === 'string' ? contenu : JSON.stringify(contenu))
    return fichier
  }
  beforeEach(() => {
    dossier = mkdtempSync(join(tmpdir(), 'releve-oidc-'))
  })
  afterEach(() => rmSync(dossier, { recursive: true, force: true }))

  it('sont facultatifs, et lus d’un fichier à part, ce qui n’est pas dit valant par défaut', () => {
    expect(readConfig({}).fournisseurs).toEqual([])
    const { fournisseurs } = readConfig({ PUBLIC_URL, OIDC_FILE: ecrire([bon]) })
    expect(fournisseurs).toEqual([
      {
        ...bon,
        envoiDuSecret: 'basic',
        portee: 'openid email',
        garantitAdresse: false,
        acr: [],
        amr: ['mfa'],
        signature: 'RS256',
      },
    ])
  })

  it.each([
    ['n’est pas du JSON', '[{'],
    ['est incorrect', []],
    ['cle', [{ ...bon, cle: 'Ministère' }]],
    ['garantit', [{ ...bon, garantit: true }]],
    ['deux ont la même clé', [bon, { ...bon, emetteur: 'https://autre.example.org' }]],
    ['deux ont le même émetteur', [bon, { ...bon, cle: 'autre' }]],
    ['https://', [{ ...bon, emetteur: 'http://identite.example.org' }]],
  ])('disent en français ce qui ne va pas de leur fichier, sans leur secret (%s)', (faute, lu) => {
    const phrase = phraseDe({ PUBLIC_URL, OIDC_FILE: ecrire(lu) })
    expect(phrase).toContain(faute)
    expect(phrase).toMatch(/^Le fichier .*OIDC_FILE.*Corrigez-le/)
    expect(phrase).not.toContain(SECRET)
  })

  it('ont un fichier qui se lit, une adresse où revenir, et que les sauvegardes n’emportent pas', () => {
    const absent = join(dossier, 'absent.json')
    expect(phraseDe({ PUBLIC_URL, OIDC_FILE: absent })).toContain('ne peut pas être lu')
    expect(phraseDe({ OIDC_FILE: ecrire([bon]) })).toContain('PUBLIC_URL')
    const dedans = { PUBLIC_URL, OIDC_FILE: ecrire([bon]), DATA_DIR: dossier }
    expect(phraseDe(dedans)).toContain('DATA_DIR')
  })
})

describe('l’adresse publique', () => {
  it.each(['https://releve.example.org', 'https://example.org/releve/'])('accepte %s', (url) => {
    expect(readConfig({ PUBLIC_URL: url }).urlPublique).toBe(url)
  })

  it.each(['releve.example.org', 'ftp://example.org', 'https://e.org/?a=1', 'https://e.org/#a'])(
    'refuse %s, à quoi aucun lien ne peut s’ajouter',
    (url) => {
      const phrase = phraseDe({ PUBLIC_URL: url })
      expect(phrase).toContain('La variable d’environnement PUBLIC_URL est incorrecte')
    },
  )
})

describe('le fichier .env', () => {
  let dossier = ''
  beforeEach(() => {
    dossier = mkdtempSync(join(tmpdir(), 'releve-env-'))
  })
  afterEach(() => rmSync(dossier, { recursive: true }))
  const ecrire = (contenu: string | Buffer) => writeFileSync(join(dossier, '.env'), contenu)

  it('complète l’environnement, qui l’emporte même vide', () => {
    ecrire(
      "\uFEFF# Réglages\nPORT=4000\nDATABASE_URL=postgres://base\nMAIL_FROM='Relevé <r@e.org>'\n",
    )
    const env = { PORT: '5000', DATABASE_URL: '' }
    mergeEnvFile(env, join(dossier, '.env'))
    expect(env).toEqual({ PORT: '5000', DATABASE_URL: '', MAIL_FROM: 'Relevé <r@e.org>' })
  })

  it('peut manquer', () => {
    const env = {}
    mergeEnvFile(env, join(dossier, '.env'))
    expect(env).toEqual({})
  })

  it.each([
    ['c’est un dossier', () => mkdirSync(join(dossier, '.env'))],
    ['ce n’est pas un texte en UTF-8', () => ecrire(Buffer.from('MAIL_FROM=Relev\xe9', 'latin1'))],
  ])('arrête avec une phrase qui le nomme quand %s', (raison, poser) => {
    poser()
    expect(() => mergeEnvFile({}, join(dossier, '.env'))).toThrow(
      new ConfigurationInvalide(
        `Le fichier ${join(dossier, '.env')} ne peut pas être lu\u00a0: ${raison}. Corrigez-le ou retirez-le, puis relancez.`,
      ),
    )
  })

  it('a un exemple qui présente toutes les variables, et elles seules, et qui est accepté', () => {
    const exemple = readFileSync(new URL('../../../.env.exemple', import.meta.url), 'utf8')
    const donne = parseEnv(exemple.replaceAll(/^#(?=[A-Z0-9_]+=)/gm, ''))
    expect(Object.keys(donne).toSorted()).toEqual(Object.keys(zVariables.shape).toSorted())
    // The file that it names stands on no machine of ours.
    const ici = { ...donne, OIDC_FILE: '' }
    expect(readConfig(ici)).toMatchObject({ port: 3000, mailFrom: 'Relevé <releve@exemple.org>' })
    expect(parseEnv(exemple)).toEqual({})
  })

  it('n’a pas de variable que le README ne présente', () => {
    const readme = readFileSync(new URL('../../../README.md', import.meta.url), 'utf8')
    const absentes = Object.keys(zVariables.shape).filter((nom) => !readme.includes(`\`${nom}\``))
    expect(absentes).toEqual([])
  })
})
