import { sql } from 'kysely'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { demanderA } from '../../../test/client.ts'
import { startPostgres } from '../../../test/postgres.ts'
import { demarrer, pret } from '../../../test/processus.ts'
import { avecPgBouncer, connaitPreparees, startPgBouncer } from '../../../test/repartiteur.ts'
import { openBase } from './ouvrir.ts'

const serveur = await startPostgres()
const installe = avecPgBouncer()
afterAll(() => serveur.stop())

/** A base of this test's own, by PgBouncer and without it. */
async function parPgBouncer(reglages = {}) {
  const direct = await serveur.ajouterBase()
  const repartiteur = await startPgBouncer(direct, reglages)
  onTestFinished(() => repartiteur.stop())
  return { databaseUrl: repartiteur.url, databaseDirectUrl: direct, dataDir: '' }
}

const refus = (ouverture: Promise<{ close(): Promise<void> }>) =>
  ouverture.then(
    async (base) => {
      await base.close()
      return 'ouverte'
    },
    (error: unknown) => (error instanceof Error ? error.message : ''),
  )

test('sans répartiteur, DATABASE_PREPARE=0 ne prépare rien', async () => {
  const databaseUrl = await serveur.ajouterBase()
  const base = await openBase({ databaseUrl, dataDir: '', preparer: false, connexions: 1 })
  onTestFinished(() => base.close())
  for (let n = 0; n < 3; n += 1) {
    expect((await sql`select ${n}::int as n`.execute(base.db)).rows).toEqual([{ n }])
  }
  const { rows } = await sql`select name from pg_prepared_statements`.execute(base.db)
  expect(rows).toEqual([])
})

test('plusieurs processus qui démarrent ensemble règlent le compte l’un après l’autre', async () => {
  const direct = await serveur.ajouterBase()
  const reglages = { databaseUrl: direct, databaseDirectUrl: direct, dataDir: '', connexions: 1 }
  const bases = await Promise.all(Array.from({ length: 8 }, () => openBase(reglages)))
  const lus = await Promise.all(
    bases.map((base) =>
      sql<{ jit: string }>`select current_setting('jit') as jit`.execute(base.db),
    ),
  )
  await Promise.all(bases.map((base) => base.close()))
  expect(lus.flatMap(({ rows }) => rows)).toEqual(bases.map(() => ({ jit: 'off' })))
})

test('trois connexions restent ouvertes entre deux rafales, et pas davantage', async () => {
  const databaseUrl = await serveur.ajouterBase()
  const base = await openBase({ databaseUrl, dataDir: '' })
  onTestFinished(() => base.close())
  const ouvertes = async () => {
    const rows = await demanderA(
      serveur.url,
      `select count(*) as n from pg_stat_activity
        where datname = '${new URL(databaseUrl).pathname.slice(1)}'`,
    )
    return rows[0]?.['n']
  }
  await Promise.all(Array.from({ length: 8 }, () => sql`select pg_sleep(0.3)`.execute(base.db)))
  expect(await ouvertes()).toBe(8)
  await expect.poll(ouvertes).toBe(3)
  await new Promise((suite) => setTimeout(suite, 12_000))
  expect(await ouvertes()).toBe(3)
})

/** Two processes, twice: what one start has prepared is there, in the pooler, at the next. What they say. */
async function servirDeuxFois(env: Record<string, string>): Promise<string> {
  const dites: string[] = []
  for (let tour = 0; tour < 2; tour += 1) {
    const processus = [demarrer(env), demarrer(env)]
    const sites = await Promise.all(processus.map(pret))
    for (const site of sites) {
      const lues = Array.from({ length: 20 }, () => fetch(`${site}/api/configuration`))
      expect((await Promise.all(lues)).map(({ status }) => status)).toEqual(lues.map(() => 200))
      expect((await fetch(`${site}/api/sante`)).status).toBe(200)
    }
    dites.push(...processus.flatMap(({ lignes }) => lignes))
    await Promise.all(processus.map((un) => un.tuer()))
  }
  return dites.join('\n')
}

test('la plateforme entière sert derrière un répartiteur, deux processus et deux démarrages', async (contexte) => {
  if (!installe) contexte.skip('PgBouncer n’est pas installé')
  const { databaseUrl, databaseDirectUrl } = await parPgBouncer()
  const env = { DATABASE_URL: databaseUrl, DATABASE_DIRECT_URL: databaseDirectUrl }
  expect(await servirDeuxFois({ ...env, DATABASE_PREPARE: '0' })).not.toContain('répartiteur')
})

test('derrière un répartiteur qui retrouve les requêtes préparées, elles le sont', async (contexte) => {
  if (!connaitPreparees()) contexte.skip('PgBouncer 1.21 ou plus récent n’est pas installé')
  const { databaseUrl, databaseDirectUrl } = await parPgBouncer({ preparees: 50 })
  const env = { DATABASE_URL: databaseUrl, DATABASE_DIRECT_URL: databaseDirectUrl }
  expect(await servirDeuxFois(env)).not.toContain('répartiteur')
  expect(
    await demanderA(databaseUrl, 'select count(*) > 0 as preparees from pg_prepared_statements'),
  ).toEqual([{ preparees: true }])
})

test('derrière un répartiteur, chaque ordre a ses réglages, et l’écoute entend les autres', async (contexte) => {
  if (!installe) contexte.skip('PgBouncer n’est pas installé')
  const base = await openBase({ ...(await parPgBouncer()), preparer: false })
  onTestFinished(() => base.close())
  const lire = () =>
    sql`select current_setting('timezone') as fuseau, current_setting('work_mem') as memoire,
      current_setting('jit') as jit, current_setting('statement_timeout') as duree`.execute(base.db)
  const lus = await Promise.all(Array.from({ length: 12 }, lire))
  const reglages = { fuseau: 'UTC', memoire: '16MB', jit: 'off', duree: '15s' }
  expect(lus.map(({ rows }) => rows[0])).toEqual(lus.map(() => reglages))

  let appels = 0
  const finir = base.ecouter(() => {
    appels += 1
  })
  await expect.poll(() => appels).toBe(1)
  await sql`create table evenement (n integer)`.execute(base.db)
  await sql`insert into evenement values (1)`.execute(base.db)
  await expect.poll(() => appels).toBe(2)
  await finir()
})

test('préparer derrière un répartiteur qui ne le sait pas se dit au démarrage', async (contexte) => {
  if (!installe) contexte.skip('PgBouncer n’est pas installé')
  expect(await refus(openBase(await parPgBouncer()))).toMatch(
    /^Le répartiteur de connexions .+ ne retrouve pas les requêtes préparées\. Donnez DATABASE_PREPARE=0/,
  )
})

test('un répartiteur qui prête ses connexions veut une adresse directe, et le dit', async (contexte) => {
  if (!installe) contexte.skip('PgBouncer n’est pas installé')
  const { databaseUrl } = await parPgBouncer()
  expect(await refus(openBase({ databaseUrl, dataDir: '', preparer: false }))).toMatch(
    /DATABASE_DIRECT_URL/,
  )
})
