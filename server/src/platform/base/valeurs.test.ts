import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { startPostgres } from '../../../test/postgres.ts'
import { contrainteDe, estConflitDeSerialisation } from './erreurs.ts'
import { openBase, openBaseEnMemoire } from './ouvrir.ts'
import { inTransaction } from './transaction.ts'
import { enCamel, instantIso } from './valeurs.ts'

const serveur = await startPostgres()
const bases = [
  await openBaseEnMemoire(null),
  await openBase({ databaseUrl: serveur.url, dataDir: '' }),
]
afterAll(async () => {
  for (const base of bases) await base.close()
  await serveur.stop()
})

async function echec(requete: Promise<unknown>): Promise<unknown> {
  return requete.then(
    () => null,
    (error: unknown) => error,
  )
}

describe.for(bases)('maison $maison', ({ db }) => {
  test('les dates sortent en texte, les instants en ISO 8601 UTC, les nombres en nombres', async () => {
    const { rows } = await sql`
      select date '2026-02-28' as le_jour,
        timestamptz '2026-03-01 00:30:00.1234+02' as le_moment,
        timestamptz '2026-03-01 00:30:00Z' as rond,
        1234567890123::int8 as grand, 12.50::numeric as decimal, 3 as petit,
        array[date '2026-01-31', null] as les_jours,
        array[timestamptz '2026-01-31 12:00Z'] as les_moments,
        array[1::int8, 2] as grands, array['a', 'b'] as textes,
        null::timestamptz as jamais, true as oui`.execute(db)
    expect(rows).toEqual([
      {
        leJour: '2026-02-28',
        leMoment: '2026-02-28T22:30:00.123Z',
        rond: '2026-03-01T00:30:00.000Z',
        grand: 1234567890123,
        decimal: 12.5,
        petit: 3,
        lesJours: ['2026-01-31', null],
        lesMoments: ['2026-01-31T12:00:00.000Z'],
        grands: [1, 2],
        textes: ['a', 'b'],
        jamais: null,
        oui: true,
      },
    ])
  })

  test('le contenu d’un jsonb garde ses clés et ses accents', async () => {
    const donnees = { 'MVT.FIN.TOT': 1, une_cle: { autre_cle: [null, 'é'] } }
    const { rows } = await sql`
      select ${JSON.stringify(donnees)}::jsonb as les_donnees`.execute(db)
    expect(rows).toEqual([{ lesDonnees: donnees }])
  })

  test('une contrainte violée se reconnaît à son nom', async () => {
    await sql`create table essai (
      n integer constraint essai_unique unique, constraint essai_positif check (n > 0)
    )`.execute(db)
    await sql`insert into essai values (1)`.execute(db)
    const unique = await echec(sql`insert into essai values (1)`.execute(db))
    const check = await echec(sql`insert into essai values (0)`.execute(db))
    const syntaxe = await echec(sql`insert into`.execute(db))
    expect([unique, check, syntaxe].map(contrainteDe)).toEqual([
      'essai_unique',
      'essai_positif',
      null,
    ])
    expect(contrainteDe(null)).toBe(null)
  })

  test('une transaction qui échoue ne laisse rien, un point de reprise n’annule que lui', async () => {
    await sql`create table suivi (n integer)`.execute(db)
    await echec(
      inTransaction(db, async (tx) => {
        await sql`insert into suivi values (1)`.execute(tx)
        throw new Error('non')
      }),
    )
    await inTransaction(db, async (tx) => {
      await sql`insert into suivi values (2)`.execute(tx)
      await echec(
        inTransaction(tx, async (dedans) => {
          await sql`insert into suivi values (3)`.execute(dedans)
          await sql`insert into absente values (3)`.execute(dedans)
        }),
      )
      await inTransaction(tx, (dedans) => sql`insert into suivi values (4)`.execute(dedans))
    })
    const { rows } = await sql`select n from suivi order by n`.execute(db)
    expect(rows).toEqual([{ n: 2 }, { n: 4 }])
  })

  test('une réponse de plusieurs mégaoctets arrive entière', async () => {
    const { rows } = await sql<{ n: number; texte: string }>`
      select n, repeat('é', 1000) as texte from generate_series(1, 3000) n`.execute(db)
    expect(rows.length).toBe(3000)
    expect(rows.every((row, rang) => row.n === rang + 1 && row.texte.length === 1000)).toBe(true)
  })
})

test('deux transactions qui se bloquent l’une l’autre : l’une perd, et cela se reconnaît', async () => {
  const base = bases[1]
  if (base === undefined) throw new Error('pas de serveur')
  await sql`create table duel (n integer primary key, v integer)`.execute(base.db)
  await sql`insert into duel values (1, 0), (2, 0)`.execute(base.db)
  let arrives = 0
  const croiser = (premier: number, second: number) =>
    inTransaction(base.db, async (tx) => {
      await sql`update duel set v = v + 1 where n = ${premier}`.execute(tx)
      arrives += 1
      while (arrives < 2) await new Promise((suite) => setTimeout(suite, 5))
      await sql`update duel set v = v + 1 where n = ${second}`.execute(tx)
    })
  const issues = await Promise.all([echec(croiser(1, 2)), echec(croiser(2, 1))])
  expect(issues.filter((issue) => issue !== null).map(estConflitDeSerialisation)).toEqual([true])
})

test('les noms de colonnes passent en camelCase, sans toucher aux autres', () => {
  expect(
    ['date_ouverture', 'id', 'dateOuverture', 'n_1_x', '?column?', '_prive', 'MVT'].map(enCamel),
  ).toEqual(['dateOuverture', 'id', 'dateOuverture', 'n1X', '?column?', '_prive', 'MVT'])
})

test('un instant d’une session qui n’est pas en UTC, ou sans fin, reste juste', () => {
  expect(instantIso('2026-03-01 00:30:00.5+05:30')).toBe('2026-02-28T19:00:00.500Z')
  expect(instantIso('infinity')).toBe('infinity')
})
