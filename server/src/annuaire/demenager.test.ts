import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { PORTEE } from '../../../tools/portee.ts'
import { testBase } from '../../test/base.ts'
import { genererPays } from '../demonstration/pays.ts'
import { installer } from '../installation.ts'
import { deplaces, type EditionAttaquee, etroitesEnsemble } from './attaque.banc.ts'
import { arreterEdition, regler } from './editions.banc.ts'

const MAINTENANT = new Date('2026-03-17T10:00:00Z')
const annee = 2025
/** The gate attacks fewer, with those of `secret.test.ts`; 200 are for the complete run. */
const STRUCTURES = PORTEE === 'porte' ? 30 : 200
const SEUILS = PORTEE === 'porte' ? [5] : [3, 5, 10]

const { db } = await testBase()

beforeAll(async () => {
  await installer(db)
  await genererPays(db, {
    structures: STRUCTURES,
    souches: STRUCTURES,
    mois: 28,
    maintenant: MAINTENANT,
    motDePasse: 'x'.repeat(16),
  })
}, 600_000)

/** The structures that have the fewest persons in December: each goes to another region. */
async function listDemenagements(): Promise<{ id: number; region: string }[]> {
  const { rows } = await sql<{ id: number; region: string }>`
    select f.structure_id as id, (select min(a.region) from structure_periode a
      where a.region <> e.region) as region
    from formulaire f join structure_periode e
      on e.structure_id = f.structure_id and f.rang between e.du and e.au
    where f.modele_code = 'RMA' and f.annee = ${annee} and f.mois = 12 and f.valeur_effectif > 0
    order by f.valeur_effectif limit 3`.execute(db)
  return rows
}

describe(`dans un pays de ${STRUCTURES} structures`, () => {
  it.each(SEUILS)(
    'celles qui changent de région d’une édition à l’autre ne se lisent pas par différence, au seuil de %i',
    async (seuil) => {
      await sql`truncate annuaire_source, annuaire cascade`.execute(db)
      await regler(db, seuil)
      const editions: EditionAttaquee[] = [await arreterEdition(db, annee, MAINTENANT)]
      const demenagements = await listDemenagements()
      expect(demenagements).toHaveLength(3)
      for (const { id, region } of demenagements) {
        await sql`update structure_periode set region = ${region}
          where structure_id = ${id}`.execute(db)
        editions.push(await arreterEdition(db, annee, MAINTENANT))
      }
      expect(etroitesEnsemble(editions, seuil)).toEqual([])
      expect(deplaces(editions, seuil)).toEqual([])
    },
    600_000,
  )
})
