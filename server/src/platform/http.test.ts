import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { testBase } from '../../test/base.ts'
import { createApp } from '../app.ts'
import { readConfig } from './config.ts'

const base = await testBase()
const lignes: string[] = []
const app = await createApp({
  base,
  config: readConfig({ LOG_LEVEL: 'trace' }),
  maintenant: () => new Date('2025-03-20T10:00:00Z'),
  flux: { write: (ligne) => void lignes.push(ligne) },
})

const TRACE = /^[0-9A-F]{8}$/

describe('les adresses ouvertes à tous', () => {
  it('disent la santé du service et de sa base', async () => {
    const reponse = await app.inject('/api/sante')
    expect(reponse.json()).toEqual({ etat: 'OK', base: base.maison })
  })

  it('donnent la configuration publique, et elle seule', async () => {
    await sql`insert into parametre (cle, valeur) values ('secret', '"SECRET"')
      on conflict do nothing`.execute(base.db)
    const reponse = await app.inject('/api/configuration')
    expect(reponse.json()).toMatchObject({
      nom: 'Relevé',
      fuseau: 'UTC',
      jourEcheance: 5,
      demonstration: false,
      maintenant: '2025-03-20T10:00:00.000Z',
    })
    expect(reponse.body).not.toContain('SECRET')
  })

  it('portent la politique de contenu et nosniff', async () => {
    const { headers } = await app.inject('/api/sante')
    const politique = String(headers['content-security-policy']).split(';')
    expect(politique).toEqual([
      "default-src 'self'",
      "script-src 'self'",
      "script-src-attr 'none'",
      "style-src 'self'",
      "img-src 'self' data: blob:",
      ...['font', 'connect'].map((quoi) => `${quoi}-src 'self'`),
      "form-action 'self'",
      "base-uri 'none'",
      'frame-src blob:',
      ...['media', 'object'].map((quoi) => `${quoi}-src 'none'`),
      ...['worker', 'manifest'].map((quoi) => `${quoi}-src 'self'`),
      "frame-ancestors 'none'",
    ])
    expect(headers).toMatchObject({
      'x-frame-options': 'DENY',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'permissions-policy': expect.stringContaining('camera=(), '),
    })
    expect(headers).not.toHaveProperty('set-cookie')
  })
})

describe('une adresse inconnue', () => {
  it.each([
    ['GET', '/api/inconnue'],
    ['GET', '/api'],
    ['POST', '/api/formulaire/inconnu'],
    ['DELETE', '/api/sante'],
    ['HEAD', '/api/sante'],
    ['GET', '/'],
    ['GET', '/dashboard/app'],
  ] as const)('répond 404 en JSON, avec une trace (%s %s, sans web)', async (method, url) => {
    const reponse = await app.inject({ method, url })
    expect(reponse.statusCode).toBe(404)
    expect(reponse.headers['content-type']).toContain('application/json')
    if (method === 'HEAD') return
    const { code, libelle, trace } = reponse.json()
    expect([code, libelle]).toEqual(['ADRESSE_INCONNUE', 'Cette adresse n’existe pas.'])
    expect(trace).toMatch(TRACE)
  })

  it('se lit malgré une barre de trop à la fin', async () => {
    expect((await app.inject('/api/sante/')).statusCode).toBe(200)
  })
})

describe('le journal technique', () => {
  const SECRETES = [
    '/api/utilisateur/refreshToken?refreshToken=SECRET-1',
    '/api/utilisateur/mdpOublie?identifiant=SECRET-2',
    '/api/formulaire/renvoyer/1?motif=AUTRE&texte=SECRET-3',
    '/api/inconnue?q=SECRET-4',
    '/api/formulaire/lire/%ED%A0%80?q=SECRET-5',
    '/api/formulaire/lister/13/2025?q=SECRET-6',
    '/page?q=SECRET-7',
    `/api/formulaire/lire/${'a'.repeat(300)}?q=SECRET-8`,
    '/api/sante?a=%00SECRET-9',
    '/api/inscrire/SECRET-10/x',
  ]

  it('ne contient jamais ce qui suit le point d’interrogation, ni un jeton', async () => {
    lignes.length = 0
    for (const url of SECRETES) {
      await app.inject({ url, headers: { authorization: 'Bearer SECRET-JETON' } })
    }
    expect(lignes.length).toBeGreaterThanOrEqual(SECRETES.length - 2)
    expect(lignes.filter((ligne) => ligne.includes('SECRET'))).toEqual([])
    const appels = lignes.map((ligne) => JSON.parse(ligne)).filter(({ msg }) => msg === 'appel')
    expect(appels.map(({ route }) => route)).toContain('/api/utilisateur/refreshToken')
  })

  it('garde la cause d’une erreur interne sous la trace qui a été répondue, et elle seule la dit', async () => {
    await sql`alter table tampon rename column n to n_perdu`.execute(base.db)
    lignes.length = 0
    const reponse = await app.inject('/api/configuration?q=SECRET')
    await sql`alter table tampon rename column n_perdu to n`.execute(base.db)
    const corps = reponse.json()
    expect(reponse.statusCode).toBe(500)
    expect(Object.keys(corps).toSorted()).toEqual(['code', 'libelle', 'trace'])
    expect(corps.code).toBe('ERREUR_INTERNE')
    expect(corps.trace).toMatch(TRACE)
    expect(corps.libelle).toContain(`référence ${corps.trace}`)
    expect(reponse.body).not.toMatch(/tampon|column|select/)
    expect(reponse.headers['cache-control']).toBe('no-store')
    const erreurs = lignes.filter((ligne) => ligne.includes('erreur interne'))
    expect(erreurs).toHaveLength(1)
    expect(JSON.parse(erreurs[0] ?? '{}')).toMatchObject({ reqId: corps.trace, level: 50 })
    expect(erreurs[0]).toContain('column t.n')
    expect(lignes.join('')).not.toContain('SECRET')
  })
})
