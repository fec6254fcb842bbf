import { describe, expect, it } from 'vitest'
import { ConfigurationInvalide, readConfig } from './config.ts'

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
