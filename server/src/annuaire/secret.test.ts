import { beforeAll, describe, expect, it } from 'vitest'
import { testBase } from '../../test/base.ts'
import { genererPays } from '../demonstration/pays.ts'
import { installer } from '../installation.ts'
import { deduire, resserrer, systemeLu } from './attaque.banc.ts'
import { genererAnnuaire } from './generer.ts'

const MAINTENANT = new Date('2026-03-17T10:00:00Z')
const annee = 2025

const { db } = await testBase()

beforeAll(async () => {
  await installer(db)
  await genererPays(db, {
    structures: 8,
    mois: 28,
    maintenant: MAINTENANT,
    motDePasse: 'x'.repeat(16),
  })
})

describe('dans un pays de huit structures', () => {
  it.each([5, 8, 11, 15])(
    'au seuil de %i, rien ne se calcule : ni par les totaux, ni par les présents de l’an passé',
    async (seuil) => {
      await db
        .insertInto('parametre')
        .values({ cle: 'seuilSecret', valeur: String(seuil) })
        .onConflict((conflit) => conflit.column('cle').doUpdateSet({ valeur: String(seuil) }))
        .execute()
      const source = { annee, soumis: false }
      const { contenu } = await genererAnnuaire(
        { db, maintenant: MAINTENANT },
        { annee, source, soumis: false, introductions: {}, suite: null },
      )
      const lu = systemeLu(contenu.chapitres.flatMap(({ tableaux }) => tableaux))
      expect(lu.inconnues.size).toBeGreaterThan(100)
      expect(deduire(lu)).toEqual([])
      expect(resserrer(lu)).toEqual([])
    },
  )
})
