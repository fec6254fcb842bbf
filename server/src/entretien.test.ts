import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { testBase } from '../test/base.ts'
import { ENTRETIENS, entretenir } from './entretien.ts'
import { insertTache } from './tache/tache.sql.ts'

const { db } = await testBase()
const LE = new Date('2026-11-05T08:00:00Z')

function ecouter() {
  const dits: unknown[] = []
  const warn = (objet: object) => void dits.push('entretien' in objet && objet.entretien)
  return { dits, log: { warn } }
}

const compterTaches = async () => {
  const lignes = await db.selectFrom('tache').select('cle').execute()
  return lignes.length
}

it('chaque entretien se fait, même quand celui d’avant ne le peut pas', async () => {
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
  const [premier = ''] = Object.keys(ENTRETIENS)
  const entretiens = Object.fromEntries(
    Object.keys(ENTRETIENS).map((entretien) => [
      entretien,
      async () => {
        if (entretien === premier) throw new Error('refusé')
        faits.push(entretien)
      },
    ]),
  )
  await entretenir({ db, log, maintenant: LE }, entretiens)
  expect(dits).toEqual([premier])
  expect(faits).toEqual(Object.keys(ENTRETIENS).slice(1))
})
