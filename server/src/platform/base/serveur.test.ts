import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { type PostgresDeTest, startPostgres } from '../../../test/postgres.ts'
import { ENVIRONNEMENT, lancer } from '../../../test/processus.ts'
import { createApp } from '../../app.ts'
import { demarrerTaches } from '../../tache/boucle.ts'
import { insertTache } from '../../tache/tache.sql.ts'
import { readConfig } from '../config.ts'
import { IssueIncertaine } from './erreurs.ts'
import { migrer } from './migrer.ts'
import { openBase } from './ouvrir.ts'

const MAIN = fileURLToPath(new URL('../../main.ts', import.meta.url))

// One for all: those who kill it start it again, and each test has its base.
const commun = await startPostgres()
afterAll(() => commun.stop())

async function postgres(): Promise<Pick<PostgresDeTest, 'url' | 'tuer' | 'relancer'>> {
  return { ...commun, url: await commun.ajouterBase() }
}

/** Stands between us and a server, and freezes: it keeps connections, takes new ones, says nothing. */
async function intermediaire(url: string) {
  const but = new URL(url)
  const { port, hostname } = but
  const prises = new Set<Socket>()
  let gele = false
  const relais = createServer((client) => {
    const serveur = connect(Number(port), hostname)
    client.pipe(serveur).pipe(client)
    for (const prise of [client, serveur]) {
      prises.add(prise)
      prise.on('error', () => {})
      prise.on('close', () => prises.delete(prise))
      if (gele) prise.pause()
    }
  }).listen(0, '127.0.0.1')
  await once(relais, 'listening')
  onTestFinished(() => {
    for (const prise of prises) prise.destroy()
    relais.close()
  })
  const adresse = relais.address()
  but.port = String(typeof adresse === 'object' ? adresse?.port : '')
  const tenir = (vers: boolean) => {
    gele = vers
    for (const prise of prises) {
      if (gele) prise.pause()
      else prise.resume()
    }
  }
  return { url: but.href, geler: () => tenir(true), degeler: () => tenir(false) }
}

const DELAIS = { dureeMaxMs: 2000, attenteConnexionMs: 4000, sondeMs: 1500, connexions: 3 }

test('une base qui se fige sans fermer ne retient personne, et tout revient avec elle', async () => {
  const serveur = await postgres()
  const relais = await intermediaire(serveur.url)
  const base = await openBase({ databaseUrl: relais.url, dataDir: '', ...DELAIS })
  onTestFinished(() => base.close())
  await migrer(base.db)
  const app = await createApp({ base, config: readConfig({ LOG_LEVEL: 'silent' }) })
  onTestFinished(() => app.close())
  const demander = async (chemin: string) => {
    const reponse = await app.inject(`/api/${chemin}`)
    return [reponse.statusCode, reponse.json().code]
  }
  let faites = 0
  const faire = async () => {
    faites += 1
    return 'FAITE' as const
  }
  const boucle = demarrerTaches(
    {
      db: base.db,
      handlers: { NOTIFICATION: faire },
      maintenant: () => new Date(),
      log: { info() {}, warn() {}, error() {} },
    },
    { periode: 50 },
  )
  onTestFinished(() => boucle.arreter())
  expect(await demander('sante')).toEqual([200, undefined])

  relais.geler()
  const appels = Array.from({ length: 8 }, () => demander('configuration'))
  expect(await demander('sante')).toEqual([503, 'SERVICE_OCCUPE'])
  expect(await Promise.all(appels)).toEqual(appels.map(() => [503, 'SERVICE_OCCUPE']))
  relais.degeler()

  await expect.poll(() => demander('sante')).toEqual([200, undefined])
  expect(await demander('configuration')).toEqual([200, undefined])
  await insertTache(base.db, { genre: 'NOTIFICATION', cle: 'apres', charge: {} })
  await expect.poll(() => faites).toBe(1)
})

test('une base qui se fige pendant une validation ne prétend ni qu’elle est faite, ni qu’elle ne l’est pas', async () => {
  const serveur = await postgres()
  const relais = await intermediaire(serveur.url)
  const base = await openBase({ databaseUrl: relais.url, dataDir: '', ...DELAIS })
  onTestFinished(() => base.close())
  await sql`create table essai (n integer)`.execute(base.db)
  const acte = base.db.transaction().execute(async (tx) => {
    await sql`insert into essai values (1)`.execute(tx)
    relais.geler()
  })
  await expect(acte).rejects.toThrow(IssueIncertaine)
  relais.degeler()
  await expect
    .poll(() =>
      sql`select 1`.execute(base.db).then(
        () => 'répond',
        () => 'muette',
      ),
    )
    .toBe('répond')
})

test.each([
  ['l’acte d’un seul ordre, qui le valide', 'insert into evenement values (1)', true],
  ['une lecture, qui ne valide rien', 'select n from evenement', false],
])('une base qui se fige sous %s : incertaine, ou non', async (_, ordre, incertaine) => {
  const serveur = await postgres()
  const relais = await intermediaire(serveur.url)
  const base = await openBase({ databaseUrl: relais.url, dataDir: '', ...DELAIS })
  onTestFinished(() => base.close())
  await sql`create table evenement (n integer)`.execute(base.db)
  const issue = await base.db.connection().execute(async (db) => {
    await sql`select 1`.execute(db)
    relais.geler()
    return sql
      .raw(ordre)
      .execute(db)
      .catch((echec: unknown) => echec)
  })
  relais.degeler()
  expect(issue).toBeInstanceOf(Error)
  expect(issue instanceof IssueIncertaine).toBe(incertaine)
})

test('un processus retenu longtemps ne prend pas son retard pour un silence de la base', async () => {
  const { url } = await postgres()
  const base = await openBase({ databaseUrl: url, dataDir: '', dureeMaxMs: 1000, sondeMs: 1000 })
  onTestFinished(() => base.close())
  const question = () => sql`select 'entendue' as reponse from pg_sleep(0.2)`.execute(base.db)
  // A connection for each: opening one takes an exchange of ours.
  await Promise.all([question(), question()])
  const reponse = question()
  const sonde = base.sonder()
  // Both are sent, and answered while nothing here listens, for longer than either may wait.
  await new Promise((suite) => setTimeout(suite, 100))
  // After the sockets were read, so that clocks come first when this gives up its turn.
  await new Promise((suite) => setImmediate(suite))
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 3500)
  await expect(sonde).resolves.toBeUndefined()
  expect((await reponse).rows).toEqual([{ reponse: 'entendue' }])
})

test('ce qui lève la limite de durée du serveur lève aussi la nôtre, et elle revient', async () => {
  const serveur = await postgres()
  const base = await openBase({ databaseUrl: serveur.url, dataDir: '', dureeMaxMs: 100 })
  onTestFinished(() => base.close())
  await base.db.transaction().execute(async (tx) => {
    await sql`set local statement_timeout = 0`.execute(tx)
    await sql`select pg_sleep(2.5)`.execute(tx)
  })
  await expect(sql`select pg_sleep(5)`.execute(base.db)).rejects.toThrow('statement timeout')
})

test('une base en lecture seule le dit par sa santé, et arrête le démarrage par une phrase', async () => {
  const serveur = await postgres()
  const base = await openBase({ databaseUrl: serveur.url, dataDir: '' })
  const nom = sql.id(new URL(serveur.url).pathname.slice(1))
  await sql`alter database ${nom} set default_transaction_read_only = on`.execute(base.db)
  await base.close()
  const figee = await openBase({ databaseUrl: serveur.url, dataDir: '' })
  onTestFinished(() => figee.close())
  await expect(figee.sonder()).rejects.toMatchObject({ code: '25006' })
  const { stderr, status } = spawnSync(process.execPath, [MAIN], {
    env: { ...ENVIRONNEMENT, DATABASE_URL: serveur.url, PORT: '0' },
    encoding: 'utf8',
  })
  expect([status, stderr]).toEqual([
    1,
    'La base ne peut pas être écrite\u00a0: son disque est plein, ou elle est en lecture seule. Libérez de la place ou rendez-la inscriptible, puis relancez.\n',
  ])
})

const INJOIGNABLE = 'Le serveur PostgreSQL indiqué par DATABASE_URL ne répond pas\u00a0: '

async function refus(databaseUrl: string): Promise<string> {
  try {
    const base = await openBase({ databaseUrl, dataDir: '', attenteConnexionMs: 1500 })
    await base.close()
    return 'ouverte'
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

test('un serveur tué net ne perd aucune écriture confirmée', async () => {
  const serveur = await postgres()
  const confirmees: number[] = []
  for (let tour = 0; tour < 2; tour += 1) {
    const ecrivain = lancer('ecrivain.ts', { DATABASE_URL: serveur.url })
    await ecrivain.attendre(60)
    await serveur.tuer()
    await ecrivain.attendre(Number.POSITIVE_INFINITY)
    const refusee = ecrivain.lignes.filter((ligne) => ligne.startsWith('refus'))
    expect(refusee.length).toBe(1)
    confirmees.push(...ecrivain.lignes.filter((ligne) => /^\d+$/.test(ligne)).map(Number))
    await serveur.relancer()
  }
  const base = await openBase({ databaseUrl: serveur.url, dataDir: '' })
  const { rows } = await sql<{ n: number }>`select n from ecrit`.execute(base.db)
  await base.close()
  const presentes = new Set(rows.map((row) => row.n))
  expect(confirmees.length).toBeGreaterThanOrEqual(120)
  expect(confirmees.filter((n) => !presentes.has(n))).toEqual([])
})

test('un serveur qui redémarre ne fait pas tomber le processus, et la base répond de nouveau', async () => {
  const serveur = await postgres()
  const base = await openBase({ databaseUrl: serveur.url, dataDir: '' })
  const rompue = base.db
    .transaction()
    .execute((tx) => sql`select pg_sleep(30)`.execute(tx))
    .then(
      () => 'finie',
      () => 'rompue',
    )
  await sql`select 1`.execute(base.db)
  await serveur.tuer()
  expect(await rompue).toBe('rompue')
  await serveur.relancer()
  const { rows } = await sql<{ un: number }>`select 1 as un`.execute(base.db)
  await base.close()
  expect(rows).toEqual([{ un: 1 }])
})

test('un serveur absent est refusé par une phrase, sans le mot de passe', async () => {
  expect(await refus('postgres://releve:tres-secret@127.0.0.1:9/releve')).toBe(
    `${INJOIGNABLE}la connexion est refusée (127.0.0.1:9/releve).`,
  )
  expect(await refus('postgres://releve:tres-secret@serveur.invalid/releve')).toBe(
    `${INJOIGNABLE}ce nom d’hôte est inconnu (serveur.invalid:5432/releve).`,
  )
})

test('un serveur muet est refusé au bout du délai', async () => {
  const muet = createServer().listen(0, '127.0.0.1')
  onTestFinished(() => void muet.close())
  await once(muet, 'listening')
  const adresse = muet.address()
  const port = typeof adresse === 'object' ? adresse?.port : 0
  expect(await refus(`postgres://releve:tres-secret@127.0.0.1:${port}/releve`)).toBe(
    `${INJOIGNABLE}le délai est dépassé (127.0.0.1:${port}/releve).`,
  )
})

test('une base inexistante et une adresse illisible sont nommées', async () => {
  const serveur = await postgres()
  const { host } = new URL(serveur.url)
  expect(await refus(serveur.url.replace(/[^/]+$/, 'ailleurs'))).toBe(
    `${INJOIGNABLE}cette base n’existe pas (${host}/ailleurs).`,
  )
  expect(await refus('mysql://releve:tres-secret@127.0.0.1/releve')).toMatch(
    /^DATABASE_URL n’est pas une adresse PostgreSQL/,
  )
})

test('une requête trop longue est interrompue, et les instants sont en UTC', async () => {
  const serveur = await postgres()
  const base = await openBase({ databaseUrl: serveur.url, dataDir: '', dureeMaxMs: 200 })
  onTestFinished(() => base.close())
  await expect(sql`select pg_sleep(5)`.execute(base.db)).rejects.toThrow('statement timeout')
  const { rows } = await sql<{ fuseau: string; nom: string }>`
    select current_setting('timezone') as fuseau, current_setting('application_name') as nom`.execute(
    base.db,
  )
  expect(rows).toEqual([{ fuseau: 'UTC', nom: 'releve' }])
})
