import { request } from 'node:http'
import { connect } from 'node:net'
import { gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { afterAll, describe, expect, it } from 'vitest'
import { testBase } from '../../test/base.ts'
import { dossierDeTest } from '../../test/processus.ts'
import { createApp } from '../app.ts'
import { insertSession } from '../session/session.sql.ts'
import { insertUtilisateur } from '../utilisateur/utilisateur.sql.ts'
import { ConnexionPerdue, estIndisponible, estStockageRefuse } from './base/erreurs.ts'
import { openBase } from './base/ouvrir.ts'
import { readConfig } from './config.ts'

const base = await testBase()
const lignes: string[] = []
const app = await createApp({
  base,
  config: readConfig({ LOG_LEVEL: 'trace' }),
  flux: { write: (ligne) => void lignes.push(ligne) },
})
afterAll(() => app.close())
const origine = await app.listen({ port: 0, host: '127.0.0.1' })
const port = Number(new URL(origine).port)

async function brut(texte: string): Promise<string> {
  const prise = connect(port, '127.0.0.1')
  prise.write(texte)
  let recu = ''
  prise.setEncoding('utf8')
  for await (const morceau of prise) recu += morceau
  return recu
}
const corpsDe = (reponse: string) => reponse.slice(reponse.indexOf('\r\n\r\n') + 4)

describe('ce que HTTP permet d’envoyer', () => {
  it.each([
    ['une méthode inconnue', 'ZZZ / HTTP/1.1\r\nHost: x\r\n\r\n', 400],
    [
      'des en-têtes démesurés',
      `GET / HTTP/1.1\r\nHost: x\r\nX: ${'a'.repeat(40_000)}\r\n\r\n`,
      431,
    ],
    ['ce qui n’est pas HTTP', 'bonjour\r\n\r\n', 400],
  ])('refuse %s dans la forme de tous les refus', async (_, envoi, statut) => {
    const reponse = await brut(envoi)
    expect(reponse).toMatch(new RegExp(`^HTTP/1.1 ${statut} `))
    const { code, libelle, trace } = JSON.parse(corpsDe(reponse))
    expect([code, typeof libelle]).toEqual(['REQUETE_INVALIDE', 'string'])
    expect(trace).toMatch(/^[0-9A-F]{8}$/)
  })

  it.each([
    ['zip', Buffer.from('{}'), 415],
    ['gzip', Buffer.from('pas du gzip'), 400],
    ['gzip', gzipSync(Buffer.alloc(20_000_000, ' ')), 413],
  ])('refuse un corps %s qui n’en est pas un, ou qui gonfle', async (codage, corps, statut) => {
    const reponse = await fetch(`${origine}/api/utilisateur/connexion`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'content-encoding': codage },
      body: new Uint8Array(corps),
    })
    expect([reponse.status, await reponse.text()]).toEqual([
      statut,
      expect.stringContaining('"trace"'),
    ])
  })

  it('refuse un corps trop grand, envoyé par morceaux sans dire sa taille', async () => {
    const statut = await new Promise((suite, echec) => {
      const envoi = request(`${origine}/api/utilisateur/connexion`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'transfer-encoding': 'chunked' },
      })
      envoi.on('response', (reponse) => suite(reponse.statusCode))
      envoi.on('error', echec)
      for (let i = 0; i < 20; i += 1) envoi.write(' '.repeat(100_000))
      envoi.end()
    })
    expect(statut).toBe(413)
  })

  it.each([
    ['de qui n’a pas de compte', '/api/utilisateur/connexion', 65_000, 413, '64\u00a0ko'],
    ['avant de le lire', '/api/formulaire/enregistrer/3/2025', 2_000_000, 401, 'connecté'],
  ] as const)('refuse un grand corps %s', async (_, chemin, taille, statut, dit) => {
    const reponse = await fetch(origine + chemin, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: ' '.repeat(taille),
    })
    expect([reponse.status, await reponse.text()]).toEqual([statut, expect.stringContaining(dit)])
  })

  it('ne laisse pas un envoi durer sans fin', () => {
    expect(app.server.requestTimeout).toBeGreaterThan(0)
  })

  it.each(['OPTIONS', 'PATCH', 'PROPFIND', 'HEAD'])('%s ne fait rien', async (method) => {
    const reponse = await fetch(`${origine}/api/sante`, { method })
    expect(reponse.status).toBe(404)
  })
})

describe('l’adresse de qui appelle', () => {
  const essais = (adresse: string) =>
    base.db
      .selectFrom('tentative')
      .select('cle')
      .where('cle', '=', `adresse:${adresse}`)
      .executeTakeFirst()
  const connecter = (headers: Record<string, string>, remoteAddress = '127.0.0.1') =>
    app.inject({
      method: 'POST',
      url: '/api/utilisateur/connexion',
      remoteAddress,
      headers,
      payload: { identifiant: `inconnu-${Math.random()}`, password: 'x' },
    })

  it('est celle que dit le serveur placé devant, sur la même machine', async () => {
    await connecter({ 'x-forwarded-for': '198.51.100.9, 203.0.113.7' })
    expect(await essais('203.0.113.7')).toBeDefined()
    expect(await essais('198.51.100.9')).toBeUndefined()
  })

  it('ne se laisse pas dicter par qui appelle de loin', async () => {
    await connecter({ 'x-forwarded-for': '203.0.113.8' }, '192.0.2.44')
    expect(await essais('203.0.113.8')).toBeUndefined()
    expect(await essais('192.0.2.44')).toBeDefined()
  })

  it('compte ensemble tout un réseau IPv6 /64, et une IPv4 sous ses deux formes', async () => {
    await connecter({}, '2001:db8:1:2:aaaa::1')
    expect(await essais('2001:db8:1:2::/64')).toBeDefined()
    await connecter({}, '::ffff:192.0.2.45')
    expect(await essais('192.0.2.45')).toBeDefined()
  })

  it('n’est jamais autre chose qu’une adresse', async () => {
    const reponse = await connecter({ 'x-forwarded-for': 'x'.repeat(5000) })
    expect(reponse.statusCode).toBe(401)
    expect(await essais('127.0.0.1')).toBeDefined()
  })
})

/** Cuts the connection that waits for a lock, once there is one. */
async function couper(): Promise<void> {
  await expect
    .poll(async () => {
      const { rows } = await sql<{ n: number }>`
        select count(pg_terminate_backend(pid)) as n from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(base.db)
      return rows[0]?.n
    })
    .toBe(1)
}

describe('ce que demande qui surveille, à la racine du site', () => {
  it.each(['/healthz', '/readyz'])('%s dit oui, et ne se garde pas', async (url) => {
    for (const method of ['GET', 'HEAD'] as const) {
      const { statusCode, headers, body } = await app.inject({ method, url })
      expect([statusCode, headers['cache-control'], body]).toEqual([
        200,
        'no-store',
        method === 'GET' ? 'ok\n' : '',
      ])
    }
  })

  it('les mesures n’y sont pas : elles ont leur propre adresse', async () => {
    const reponse = await app.inject('/metrics')
    expect([reponse.statusCode, reponse.json().code]).toEqual([404, 'ADRESSE_INCONNUE'])
  })
})

describe('quand la base ne suit plus', () => {
  it.each([
    new ConnexionPerdue('aucune connexion ne s’est libérée'),
    ...[
      'CONNECTION_CLOSED',
      'ECONNREFUSED',
      '57P01',
      '57P03',
      '53300',
      '57014',
      '40P01',
      '08006',
    ].map((code) => Object.assign(new Error('x'), { code })),
  ])('tient %o pour passager', (echec) => {
    expect(estIndisponible(echec)).toBe(true)
  })

  it.each([
    new Error('x'),
    Object.assign(new Error('x'), { code: '42P01' }),
    Object.assign(new Error('x'), { code: '23505' }),
    null,
  ])('ne tient pas %o pour passager', (echec) => {
    expect(estIndisponible(echec)).toBe(false)
  })

  it('dit 503 et quand réessayer à qui attend trop une connexion', async () => {
    const seule = await openBase({ dataDir: dossierDeTest(), attenteConnexionMs: 300 })
    const occupe = await createApp({ base: seule, config: readConfig({ LOG_LEVEL: 'silent' }) })
    await seule.db.connection().execute(async () => {
      const reponse = await occupe.inject('/api/configuration')
      expect([reponse.statusCode, reponse.json().code]).toEqual([503, 'SERVICE_OCCUPE'])
      expect(reponse.headers['retry-after']).toBe('5')
      // The process answers, and is not ready.
      expect((await occupe.inject('/healthz')).statusCode).toBe(200)
      const pret = await occupe.inject('/readyz')
      expect([pret.statusCode, pret.json().code]).toEqual([503, 'SERVICE_OCCUPE'])
    })
    await occupe.close()
    await seule.close()
  })

  it.runIf(base.maison === 'serveur')('dit 503 à qui perd sa connexion, puis sert', async () => {
    lignes.length = 0
    const reponse = await base.db.transaction().execute(async (tx) => {
      await sql`lock table parametre in access exclusive mode`.execute(tx)
      // Not sent before someone listens to it.
      const enCours = app.inject('/api/configuration').then((lue) => lue)
      await couper()
      return enCours
    })
    expect([reponse.statusCode, reponse.json().code]).toEqual([503, 'SERVICE_OCCUPE'])
    expect(lignes.join('')).toContain('la base ne répond pas')
    expect((await app.inject('/api/configuration')).statusCode).toBe(200)
  })

  it('dit 503 d’une base à qui manque ce qu’elle avait, comme une qui se restaure', async () => {
    lignes.length = 0
    await sql`alter table tampon rename to ailleurs`.execute(base.db)
    const reponse = await app.inject('/api/configuration')
    await sql`alter table ailleurs rename to tampon`.execute(base.db)
    expect([reponse.statusCode, reponse.json().code]).toEqual([503, 'SERVICE_OCCUPE'])
    expect(reponse.headers['retry-after']).toBe('30')
    expect(lignes.join('')).toContain('la base n’est plus celle de la plateforme')
    expect((await app.inject('/api/configuration')).statusCode).toBe(200)
  })

  it.runIf(base.maison === 'serveur')(
    'n’écrit rien d’un acte dont la connexion se perd',
    async () => {
      const id = await insertUtilisateur(base.db, {
        identifiant: 'coupe',
        nom: 'Coupe',
        nomAffichable: 'Coupe',
        roles: ['ROLE_DPPS'],
        motDePasse: '!',
      })
      const { token } = await insertSession(base.db, id, new Date())
      const sortir = () =>
        app
          .inject({
            method: 'POST',
            url: '/api/utilisateur/deconnexion',
            headers: { authorization: `Bearer ${token}` },
          })
          .then((lue) => lue)
      const reponse = await base.db.transaction().execute(async (tx) => {
        // The session is closed, then the journal waits: the act is cut in its middle.
        await sql`lock table journal in access exclusive mode`.execute(tx)
        const enCours = sortir()
        await couper()
        return enCours
      })
      expect([reponse.statusCode, reponse.json().code]).toEqual([503, 'SERVICE_OCCUPE'])
      expect((await sortir()).statusCode).toBe(204)
    },
  )
})

describe('quand la base ne peut plus écrire', () => {
  it.each(['53100', '25006', '58030', 'ENOSPC', 'EROFS'])('le reconnaît à %s', (code) => {
    const echec = Object.assign(new Error('x'), { code })
    expect([estStockageRefuse(echec), estIndisponible(echec)]).toEqual([true, false])
  })

  it('dit 503 avec sa phrase à qui écrit, lit encore, et le dit dans /sante', async () => {
    await sql`create function pleine() returns trigger language plpgsql as
      $$ begin raise exception 'No space left on device' using errcode = '53100'; end $$`.execute(
      base.db,
    )
    await sql`create trigger pleine before insert on tentative
      for each row execute function pleine()`.execute(base.db)
    const payload = {
      nom: 'Zoé Sarr',
      email: 'zoe.sarr@exemple.org',
      objet: 'Une question',
      message: 'Bonjour, comment vous rejoindre ?',
    }
    lignes.length = 0
    const reponse = await app.inject({ method: 'POST', url: '/api/contact', payload })
    expect([reponse.statusCode, reponse.json().code]).toEqual([503, 'STOCKAGE_INDISPONIBLE'])
    expect(reponse.json().libelle).toContain('ne peut plus rien écrire')
    expect(reponse.headers['retry-after']).toBe('60')
    expect(lignes.join('')).toContain('la base ne peut plus écrire')
    expect((await app.inject('/api/configuration')).statusCode).toBe(200)
    const sante = await app.inject('/api/sante')
    expect([sante.statusCode, sante.json().code]).toEqual([503, 'STOCKAGE_INDISPONIBLE'])
    await sql`drop function pleine cascade`.execute(base.db)
    const ecrite = await app.inject({ method: 'POST', url: '/api/contact', payload })
    expect(ecrite.statusCode).toBe(200)
  })
})
