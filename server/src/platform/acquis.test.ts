import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { ouvrirBanc } from '../../test/banc.ts'
import { type Comptage, compterTout, findVu } from './acquis.ts'

const { base } = await ouvrirBanc()
const { db } = base

it('suit ce qui vient, et compte tout de nouveau quand il en est venu beaucoup', async () => {
  const comptes: boolean[] = []
  const comptage: Comptage = {
    nom: 'essai',
    table: 'journal',
    tampon: 'EFFACE',
    ecartMax: 3,
    compter: ({ apres, jusqua, premier }) => {
      comptes.push(premier)
      return sql`select array[j.action] as part, count(*) filter (where j.id <= ${jusqua}) as acquis,
        count(*) as tous from journal j where j.id > ${apres} group by 1`
    },
  }
  const venir = (nombre: number, action: string) =>
    sql`insert into journal (action, detail) select ${action}, '{}'
      from generate_series(1, ${nombre}::int)`.execute(db)
  const compter = async (action: string) =>
    compterTout(db, comptage, await findVu(db, comptage), ([part]) => part === action)

  await venir(5, 'ESSAI')
  expect(await compter('ESSAI')).toBe(5)
  expect(await compter('AUTRE')).toBe(0)
  await venir(3, 'AUTRE')
  expect(await compter('AUTRE')).toBe(3)
  expect(await compter('ESSAI')).toBe(5)
  await venir(4, 'ESSAI')
  expect(await compter('ESSAI')).toBe(9)
  expect(comptes).toEqual([true, false, true])
})
