import { randomUUID } from 'node:crypto'
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { demanderA } from '../../../test/client.ts'
import { startPostgres } from '../../../test/postgres.ts'
import { dossierDeTest, lancer } from '../../../test/processus.ts'
import { migrer } from './migrer.ts'
import { openBase, openBaseEnMemoire } from './ouvrir.ts'

const serveur = await startPostgres()
async function adresseVide(): Promise<string> {
  const nom = `vide_${randomUUID().replaceAll('-', '')}`
  await demanderA(serveur.url, `create database ${nom}`)
  return serveur.url.replace(/releve$/, nom)
}

function dossierDeMigrations(fichiers: Record<string, string>): { url: URL; chemin: string } {
  const chemin = join(dossierDeTest(), 'migrations')
  mkdirSync(chemin)
  for (const [nom, texte] of Object.entries(fichiers)) writeFileSync(join(chemin, nom), texte)
  return { url: pathToFileURL(`${chemin}/`), chemin }
}

const DEUX = {
  '0001-un.sql': 'create table un (n integer); insert into un values (1);',
  '0002-deux.sql': 'create table deux (n integer);',
}

const bases = [
  await openBaseEnMemoire(null),
  await openBase({ databaseUrl: serveur.url, dataDir: '' }),
]
afterAll(async () => {
  for (const base of bases) await base.close()
  await serveur.stop()
})

describe.for(bases)('maison $maison', ({ db }) => {
  beforeEach(async () => {
    await sql`drop schema public cascade`.execute(db)
    await sql`create schema public`.execute(db)
  })

  test('les migrations s’appliquent une fois, dans l’ordre', async () => {
    const { url } = dossierDeMigrations(DEUX)
    expect(await migrer(db, url)).toEqual(['0001-un.sql', '0002-deux.sql'])
    expect(await migrer(db, url)).toEqual([])
    const { rows } = await sql`select numero, nom from migration order by numero`.execute(db)
    expect(rows).toEqual([
      { numero: 1, nom: '0001-un.sql' },
      { numero: 2, nom: '0002-deux.sql' },
    ])
  })

  test('les migrations du produit passent', async () => {
    expect((await migrer(db)).length).toBeGreaterThan(0)
  })

  test('une migration qui échoue ne laisse rien, les précédentes restent', async () => {
    const { url, chemin } = dossierDeMigrations({
      ...DEUX,
      '0002-deux.sql': 'create table deux (n integer); insert into absente values (1);',
    })
    await expect(migrer(db, url)).rejects.toThrow('absente')
    const { rows } = await sql`
      select to_regclass('un') is not null as un, to_regclass('deux') is not null as deux`.execute(
      db,
    )
    expect(rows).toEqual([{ un: true, deux: false }])
    writeFileSync(join(chemin, '0002-deux.sql'), DEUX['0002-deux.sql'])
    expect(await migrer(db, url)).toEqual(['0002-deux.sql'])
  })

  test('un fichier appliqué qui a changé est refusé, ses fins de ligne exceptées', async () => {
    const { url, chemin } = dossierDeMigrations({ ...DEUX, '0002-deux.sql': 'select 1;\n' })
    await migrer(db, url)
    writeFileSync(join(chemin, '0002-deux.sql'), 'select 1;\r\n')
    expect(await migrer(db, url)).toEqual([])
    writeFileSync(join(chemin, '0002-deux.sql'), 'select 2;\n')
    await expect(migrer(db, url)).rejects.toThrow(
      'La migration «\u00a00002-deux.sql\u00a0» a changé depuis qu’elle a été appliquée',
    )
  })

  test('une base plus récente que le programme est refusée', async () => {
    const { url, chemin } = dossierDeMigrations(DEUX)
    await migrer(db, url)
    rmSync(join(chemin, '0002-deux.sql'))
    await expect(migrer(db, url)).rejects.toThrow('La base est plus récente que ce programme')
  })
})

test('deux fichiers de même numéro sont refusés avant de toucher la base', async () => {
  const { url, chemin } = dossierDeMigrations(DEUX)
  cpSync(join(chemin, '0001-un.sql'), join(chemin, '0001-un-bis.sql'))
  for (const { db } of bases) await expect(migrer(db, url)).rejects.toThrow('hors de la suite')
})

test('deux processus qui démarrent ensemble migrent une seule fois', async () => {
  const env = { DATABASE_URL: await adresseVide() }
  const processus = [lancer('migrateur.ts', env), lancer('migrateur.ts', env)]
  await Promise.all(processus.map((un) => un.attendre(1)))
  const dits = processus.flatMap((un) => un.lignes).map((ligne) => Number(ligne))
  expect(Math.min(...dits)).toBe(0)
  expect(Math.max(...dits)).toBeGreaterThan(0)
})
