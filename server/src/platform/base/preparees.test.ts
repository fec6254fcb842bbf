import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { startPostgres } from '../../../test/postgres.ts'
import { openBase, openBaseEnMemoire } from './ouvrir.ts'

const serveur = await startPostgres()
const bases = [
  await openBaseEnMemoire(null),
  await openBase({ databaseUrl: serveur.url, dataDir: '', connexions: 1 }),
]
afterAll(async () => {
  for (const base of bases) await base.close()
  await serveur.stop()
})

describe.for(bases)('maison $maison', ({ db }) => {
  async function preparees(motif: string): Promise<number> {
    const { rows } = await sql<{ n: number }>`select count(*) as n from pg_prepared_statements
      where statement like ${sql.lit(`%${motif}%`)} and statement not like '%pg_prepared%'`.execute(
      db,
    )
    return rows[0]?.n ?? -1
  }

  test('une requête qui revient est préparée, une requête unique ne l’est pas', async () => {
    await sql`select ${1}::int as une_fois`.execute(db)
    for (let n = 0; n < 3; n += 1) {
      const { rows } = await sql`select ${n}::int as plusieurs_fois`.execute(db)
      expect(rows).toEqual([{ plusieursFois: n }])
    }
    expect(await preparees('une_fois')).toBe(0)
    expect(await preparees('plusieurs_fois')).toBe(1)
  })

  test('une requête sans valeur est préparée aussi, un ordre de transaction ne l’est pas', async () => {
    for (let n = 0; n < 3; n += 1) {
      await sql`select 1 as sans_valeur`.execute(db)
      await db.transaction().execute((tx) => sql`set local work_mem = '8MB'`.execute(tx))
    }
    expect(await preparees('sans_valeur')).toBe(1)
    for (const ordre of ['begin', 'commit', 'work_mem']) expect(await preparees(ordre)).toBe(0)
  })

  test('une requête préparée rend les mêmes rangées que la première fois, vides et nulles comprises', async () => {
    const lire = (n: number) =>
      sql`select g as un_rang, null::int as rien, array[1, 2] as des_rangs, '{"a_b": 1}'::jsonb as objet,
        timestamptz '2025-01-02 03:04:05Z' as un_instant, 12::int8 as grand
        from generate_series(1, ${n}::int) g`.execute(db)
    const [premiere, ...suivantes] = [await lire(2), await lire(2), await lire(2), await lire(2)]
    expect(premiere.rows[1]).toEqual({
      unRang: 2,
      rien: null,
      desRangs: [1, 2],
      objet: { a_b: 1 },
      unInstant: '2025-01-02T03:04:05.000Z',
      grand: 12,
    })
    for (const suivante of suivantes) expect(suivante).toEqual(premiere)
    expect((await lire(0)).rows).toEqual([])
  })

  test('une requête préparée qui échoue le dit, et sert encore', async () => {
    const diviser = (n: number) => sql`select 1 / ${n}::int as quotient`.execute(db)
    for (let n = 0; n < 3; n += 1) expect((await diviser(1)).rows).toEqual([{ quotient: 1 }])
    await expect(diviser(0)).rejects.toThrow('division by zero')
    expect((await diviser(1)).rows).toEqual([{ quotient: 1 }])
    await sql`create table ecrite (n integer)`.execute(db)
    const ecrire = () => sql`insert into ecrite values (${1})`.execute(db)
    for (let n = 0; n < 3; n += 1) expect((await ecrire()).numAffectedRows).toBe(1n)
  })

  test('une table qui change sous une requête préparée ne la condamne pas', async () => {
    await sql`create table essai (un_id integer)`.execute(db)
    const lire = () => sql`select * from essai where ${1}::int = 1`.execute(db)
    for (let n = 0; n < 3; n += 1) await lire()
    await sql`alter table essai add column un_texte text default 'é'`.execute(db)
    await sql`insert into essai values (1)`.execute(db)
    expect((await lire()).rows).toEqual([{ unId: 1, unTexte: 'é' }])
  })

  test('les textes sans fin ne remplissent pas la base de plans', async () => {
    for (let n = 0; n < 400; n += 1) {
      const requete = sql`select ${1}::int as ${sql.id(`sans_fin_${n}`)}`
      await requete.execute(db)
      await requete.execute(db)
    }
    expect(await preparees('sans_fin')).toBeLessThanOrEqual(300)
  })
})
