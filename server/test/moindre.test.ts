import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { commander } from '../src/maintenance/commander.ts'
import { codeDe } from '../src/platform/base/erreurs.ts'
import { readConfig } from '../src/platform/config.ts'
import { demanderA } from './client.ts'
import { startPostgres } from './postgres.ts'
import { demarrer, dossierDeTest, pret } from './processus.ts'

const GUIDE = new URL('../../docs/exploitation.md', import.meta.url)

const serveur = await startPostgres()
afterAll(() => serveur.stop())

const adresseDe = (compte: string) => {
  const url = new URL(serveur.url)
  url.username = compte
  url.pathname = '/plateforme'
  return url.href
}
const POSSEDE = adresseDe('proprietaire')
const SERT = adresseDe('releve_service')

/** Carries out a statement; what PostgreSQL says of it, or `fait`. */
async function dire(url: string, ordre: string): Promise<string> {
  try {
    await demanderA(url, ordre)
    return 'fait'
  } catch (echec) {
    return codeDe(echec) ?? String(echec)
  }
}

/** The statements of the guide, as they are written there, but for the name of the owner. */
function ordresDuGuide(): string {
  const lu = readFileSync(GUIDE, 'utf8')
  const ordres = /```sql\n(create role releve_service[^`]+)```/.exec(lu)?.[1] ?? ''
  expect(ordres).toContain('for role releve in')
  return ordres.replaceAll('for role releve in', 'for role proprietaire in')
}

const commanderSur = (DATABASE_URL: string, ...mots: string[]) =>
  commander(mots, new Date(), async () => readConfig({ DATABASE_URL }))
const migrer = (url = POSSEDE) => commanderSur(url, 'migrer')

test('un compte qui ne possède pas les tables sert la base qu’un autre a migrée, et n’en ôte aucune garde', async () => {
  for (const ordre of [
    'create role proprietaire login',
    'create database plateforme owner proprietaire',
  ])
    expect(await dire(serveur.url, ordre)).toBe('fait')
  expect(await migrer()).toMatchObject({
    code: 0,
    sortie: expect.stringMatching(/^Migration appliquée\s: 0001-socle\.sql\n/),
  })
  expect(await migrer()).toMatchObject({ code: 0, sortie: 'La base est à jour.' })
  const administration = new URL(serveur.url)
  administration.pathname = '/plateforme'
  expect(await dire(administration.href, ordresDuGuide())).toBe('fait')

  const processus = demarrer({ DATABASE_URL: SERT })
  const adresse = await pret(processus)
  await expect.poll(() => processus.lignes.join('\n')).toContain('usage unique')
  const password = /usage unique\s: (\S+)/.exec(processus.lignes.join('\n'))?.[1]
  const connexion = await fetch(`${adresse}/api/utilisateur/connexion`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ identifiant: 'administrateur', password }),
  })
  expect(connexion.status).toBe(200)

  const JOURNAL = 'delete from journal'
  expect(await dire(POSSEDE, JOURNAL)).toBe('23001')
  expect(await dire(SERT, JOURNAL)).toBe('23001')
  for (const ordre of [
    'alter table journal disable trigger journal_inalterable',
    'drop trigger journal_inalterable on journal',
    'truncate journal',
    'drop table formulaire_historique',
    'create or replace function refuse_modification_journal() returns trigger language plpgsql as $$ begin return old; end $$',
    "set session_replication_role = 'replica'",
    'create table autre (n integer)',
    "insert into migration (numero, nom, empreinte) values (9999, 'x', 'x')",
  ])
    expect([ordre, await dire(SERT, ordre)]).toEqual([ordre, '42501'])

  // As after a failover to a base that has not its role: told to wait, and served once it has.
  const lire = async () => (await fetch(`${adresse}/readyz`)).status
  const mettreDehors = `select pg_terminate_backend(pid) from pg_stat_activity where usename = 'releve_service'`
  expect(await dire(administration.href, 'alter role releve_service nologin')).toBe('fait')
  expect(await dire(administration.href, mettreDehors)).toBe('fait')
  await expect.poll(lire).toBe(503)
  const dehors = await fetch(`${adresse}/api/configuration`)
  expect([dehors.status, dehors.headers.get('retry-after')]).toEqual([503, '30'])
  expect(await dire(administration.href, 'alter role releve_service login')).toBe('fait')
  await expect.poll(lire).toBe(200)
  expect((await fetch(`${adresse}/api/configuration`)).status).toBe(200)
  await processus.tuer()

  const sauvegarde = join(dossierDeTest(), 'essai.gz')
  expect(await commanderSur(SERT, 'sauvegarder', '--vers', sauvegarde)).toMatchObject({ code: 0 })
  expect(await commanderSur(SERT, 'verifier')).toMatchObject({ code: 0 })
  const zoe = ['--identifiant', 'zoe.sarr', '--roles', 'ROLE_DPPS']
  expect(await commanderSur(SERT, 'utilisateur:creer', ...zoe)).toMatchObject({ code: 0 })
})

test('devant des migrations à faire, il s’arrête d’une phrase qui dit quel compte les fait', async () => {
  const reprise = 'delete from migration where numero = (select max(numero) from migration)'
  expect(await dire(POSSEDE, reprise)).toBe('fait')
  expect(await migrer(SERT)).toEqual({
    code: 1,
    erreur: expect.stringMatching(
      /migrations que ce compte n’a pas le droit d’appliquer.+«\smigrer\s»/,
    ),
  })
})
