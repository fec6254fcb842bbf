import type { Duree } from '@releve/contract/modele/rythme.ts'
import type { Mois } from '@releve/contract/mois.ts'
import { describe, expect, it } from 'vitest'
import { estSemaine, lirePeriode, nomDhis2, periodeSdmx } from './periode.ts'

describe('une période, pour DHIS2 et pour SDMX', () => {
  it.each<[Mois, number, Duree, string | null, string, string]>([
    ['MARCH', 2026, 1, '202603', 'M', '2026-03'],
    ['SEPTEMBER', 2026, 3, '2026Q3', 'Q', '2026-Q3'],
    ['JUNE', 2026, 6, '2026S1', 'S', '2026-S1'],
    ['DECEMBER', 2026, 12, '2026', 'A', '2026'],
    ['JUNE', 2027, 12, '2026July', 'A', '2026-07-01/P12M'],
    ['MARCH', 2027, 12, '2026April', 'A', '2026-04-01/P12M'],
    ['SEPTEMBER', 2027, 12, '2026Oct', 'A', '2026-10-01/P12M'],
    ['SEPTEMBER', 2026, 6, '2026AprilS1', 'S', '2026-04-01/P6M'],
    ['MARCH', 2027, 6, '2026AprilS2', 'S', '2026-10-01/P6M'],
    ['AUGUST', 2026, 6, null, 'S', '2026-03-01/P6M'],
    ['MAY', 2026, 3, null, 'Q', '2026-03-01/P3M'],
    ['OCTOBER', 2026, 12, null, 'A', '2025-11-01/P12M'],
  ])('de %s %i, %i mois', (mois, annee, couverts, dhis2, frequence, temps) => {
    const periode = { periode: { mois, annee }, couverts }
    expect(nomDhis2(periode)).toBe(dhis2)
    expect(periodeSdmx(periode)).toEqual([frequence, temps])
    if (dhis2 !== null) expect(lirePeriode(dhis2)).toEqual(periode)
  })

  it('se lit aussi comme un mois de la norme, et rien d’autre', () => {
    const mars = { periode: { mois: 'MARCH', annee: 2026 }, couverts: 1 }
    expect(lirePeriode('2026-03')).toEqual(mars)
    for (const autre of ['2026W12', '202613', '2026Q5', '2026NovS1', '20260301', '1999', ''])
      expect(lirePeriode(autre), autre).toBeNull()
    expect(['2026W12', '2026SunW1', '2026BiW3', '2026Q1'].map(estSemaine)).toEqual([
      true,
      true,
      true,
      false,
    ])
  })
})
