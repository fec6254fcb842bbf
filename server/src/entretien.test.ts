import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { testBase } from '../test/base.ts'
import { entretenir, SOINS } from './entretien.ts'
import { insertTache } from './tache/tache.sql.ts'

const { db } = await testBase()
const LE = new Date('2026-11-05T08:00:00Z')

function ecouter() {
  const dits: unknown[] = []
  const warn = (objet: object) => void dits.push('soin' in objet && objet.soin)
  return { dits, log: { warn } }
}

const compterTaches = async () => {
  const lignes = await db.selectFrom('tache').select('cle').execute()
  return lignes.length
}

it('chaque soin se fait, même quand celui d’avant ne le peut pas', async () => {
  await insertTache(db, { genre: 'NOTIFICATION', cle: 'ancienne', charge: {} })
  await sql`update tache set faite_le = '2026-01-01' where cle = 'ancienne'`.execute(db)
  await sql`alter table mot_de_passe_provisoire rename to ailleurs`.execute(db)
  const { dits, log } = ecouter()
  await entretenir({ db, log, maintenant: LE })
  await sql`alter table ailleurs rename to mot_de_passe_provisoire`.execute(db)
  expect(dits).toEqual(['jetons périmés'])
  expect(await compterTaches()).toBe(0)
})

it('tous se font sur une base saine, et le disent de celui qui échoue, par son nom', async () => {
  const { dits, log } = ecouter()
  await entretenir({ db, log, maintenant: LE })
  expect(dits).toEqual([])
  const faits: string[] = []
  const [premier = ''] = Object.keys(SOINS)
  const soins = Object.fromEntries(
    Object.keys(SOINS).map((soin) => [
      soin,
      async () => {
        if (soin === premier) throw new Error('refusé')
        faits.push(soin)
      },
    ]),
  )
  await entretenir({ db, log, maintenant: LE }, soins)
  expect(dits).toEqual([premier])
  expect(faits).toEqual(Object.keys(SOINS).slice(1))
})
