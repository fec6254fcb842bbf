import { once } from 'node:events'
import { createServer } from 'node:net'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { type PostgresDeTest, startPostgres } from '../../../test/postgres.ts'
import { lancer } from '../../../test/processus.ts'
import { openBase } from './ouvrir.ts'

async function postgres(): Promise<PostgresDeTest> {
  const serveur = await startPostgres()
  onTestFinished(() => serveur.stop())
  return serveur
}

const INJOIGNABLE = 'Le serveur PostgreSQL indiqué par DATABASE_URL ne répond pas\u00A0: '

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
  expect(await refus(serveur.url.replace(/releve$/, 'ailleurs'))).toBe(
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
