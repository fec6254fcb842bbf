import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { testBase } from '../../test/base.ts'
import { interromptSql } from './attendu.sql.ts'
import { interrompt } from './interruption.ts'

const { db } = await testBase()

/** A day at the edge of a month, or within it, of a century with and without leap years. */
const zJour = fc
  .record({
    annee: fc.integer({ min: 2000, max: 2100 }),
    mois: fc.integer({ min: 0, max: 11 }),
    pas: fc.integer({ min: -3, max: 3 }),
  })
  .map(({ annee, mois, pas }) =>
    new Date(Date.UTC(annee, mois, 1 + pas)).toISOString().slice(0, 10),
  )

/** An interruption, and a month that one of its ends touches or follows. */
const zCas = fc
  .record({
    du: zJour,
    au: fc.option(zJour),
    pas: fc.integer({ min: -1, max: 1 }),
    fin: fc.boolean(),
  })
  .map(({ du, au, pas, fin }) => {
    const [premier = du, dernier = du] = [du, au ?? du].toSorted()
    const jour = fin ? dernier : premier
    const rang = Number(jour.slice(0, 4)) * 12 + Number(jour.slice(5, 7)) - 1 + pas
    return { du: premier, au: au && dernier, rang }
  })

it('une interruption prend un mois entier pour la base comme pour le programme', async () => {
  const premier = sql`make_date(i.rang / 12, i.rang % 12 + 1, 1)`
  const dernier = sql`(${premier} + interval '1 month' - interval '1 day')::date`
  const vus = new Set<boolean>()
  await fc.assert(
    fc.asyncProperty(fc.array(zCas, { minLength: 100, maxLength: 200 }), async (cas) => {
      const numerotes = cas.map((un, n) => ({ ...un, n }))
      const { rows } = await sql<{ prend: boolean }>`
        select ${interromptSql({ premier, dernier })} as prend
        from jsonb_to_recordset(${JSON.stringify(numerotes)}::jsonb)
          as i (n int, du date, au date, rang int) order by i.n`.execute(db)
      const attendus = cas.map(({ rang, ...jours }) => interrompt(jours, rang))
      for (const un of attendus) vus.add(un)
      expect(rows.map(({ prend }) => prend)).toEqual(attendus)
    }),
    { numRuns: 10 },
  )
  expect(vus.size).toBe(2)
})
