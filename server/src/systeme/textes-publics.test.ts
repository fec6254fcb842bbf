import { DEFAUTS_MENTIONS, parametreApi } from '@releve/contract/parametre/parametre.api.ts'
import { describe, expect, it } from 'vitest'
import { ouvrirBanc } from '../../test/banc.ts'
import { createApp } from '../app.ts'
import { readConfig } from '../platform/config.ts'

const banc = await ouvrirBanc()
const { base, asDpps, anonyme } = banc
const ADRESSE = '/.well-known/security.txt'

const nommer = (securiteEmail: string) =>
  asDpps.appeler(parametreApi.modifierMentions, { body: { ...DEFAUTS_MENTIONS, securiteEmail } })

const ailleurs = (variables: Record<string, string>) =>
  createApp({
    base,
    config: readConfig({ LOG_LEVEL: 'silent', ...variables }),
    maintenant: () => banc.horloge.maintenant,
  })

describe('security.txt', () => {
  it('n’existe pas tant que personne n’est nommé', async () => {
    const absent = await anonyme.brut('GET', ADRESSE)
    expect([absent.statut, absent.code]).toEqual([404, 'ADRESSE_INCONNUE'])
  })

  it('dit à qui écrire, en quelle langue, et jusqu’à quand', async () => {
    expect((await nommer('failles@dpps.example.org')).statut).toBe(200)
    const { statut, entetes, corps } = await anonyme.brut('GET', ADRESSE)
    expect([statut, entetes['content-type']]).toEqual([200, 'text/plain; charset=utf-8'])
    expect(corps).toBe(
      [
        'Contact: mailto:failles@dpps.example.org',
        'Expires: 2025-09-16T00:00:00Z',
        'Preferred-Languages: fr',
        '',
      ].join('\n'),
    )
    const tete = await anonyme.brut('HEAD', ADRESSE)
    expect([tete.statut, tete.corps]).toEqual([200, ''])
    expect((await anonyme.brut('POST', ADRESSE, {})).statut).toBe(404)
  })

  it('porte son adresse quand la plateforme connaît la sienne, chiffrée', async () => {
    await nommer('failles@dpps.example.org')
    const sure = await ailleurs({ PUBLIC_URL: 'https://releve.example.org/' })
    expect((await sure.inject(ADRESSE)).body).toContain(
      '\nCanonical: https://releve.example.org/.well-known/security.txt\n',
    )
    await nommer('failles?cc=x@dpps.example.org')
    expect((await sure.inject(ADRESSE)).body).toContain('mailto:failles%3Fcc%3Dx@dpps')
    const claire = await ailleurs({ PUBLIC_URL: 'http://releve.example.org' })
    expect((await claire.inject(ADRESSE)).body).not.toContain('Canonical')
  })

  it('refuse une adresse où personne ne pourrait écrire', async () => {
    const { statut, code } = await nommer('failles\nExpires: jamais')
    expect([statut, code]).toEqual([400, 'REQUETE_INVALIDE'])
  })
})

describe('robots.txt', () => {
  it('ouvre les pages publiques, et ferme l’API, la connexion et le tableau de bord', async () => {
    const { statut, entetes, corps } = await anonyme.brut('GET', '/robots.txt')
    expect([statut, entetes['content-type']]).toEqual([200, 'text/plain; charset=utf-8'])
    expect(corps).toBe('User-agent: *\nDisallow: /api/\nDisallow: /auth/\nDisallow: /dashboard\n')
    const autre = await ailleurs({ API_PREFIX: '/services' })
    expect((await autre.inject('/robots.txt')).body).toContain('Disallow: /services/\n')
  })
})
