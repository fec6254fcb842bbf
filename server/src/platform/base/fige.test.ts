import { sql } from 'kysely'
import { afterAll, describe, expect, it } from 'vitest'
import { figer } from './fige.ts'
import { openBaseEnMemoire } from './ouvrir.ts'

const base = await openBaseEnMemoire(null)
const { db } = base
afterAll(() => base.close())

describe('un ordre dont le texte est écrit une fois', () => {
  it('prend à chaque appel ses propres valeurs, dont un nul et la même deux fois', async () => {
    let ecrits = 0
    const ajouter = figer<{ somme: number | null }, { a: number; b: number | null }>(({ a, b }) => {
      ecrits += 1
      return sql`select ${a}::int + ${b}::int + ${a}::int + ${sql.lit(1)} as somme`
    })
    expect(await ajouter(db, { a: 2, b: 3 })).toEqual([{ somme: 8 }])
    expect(await ajouter(db, { a: 10, b: 0 })).toEqual([{ somme: 21 }])
    expect(await ajouter(db, { a: 10, b: null })).toEqual([{ somme: null }])
    expect(ecrits).toBe(1)
  })

  it('refuse de calculer sur une valeur qui n’est pas encore là', async () => {
    const fausse = figer<object, { rang: number }>(({ rang }) => sql`select ${rang - 1}::int`)
    await expect(fausse(db, { rang: 3 })).rejects.toThrow('rang')
  })
})
