import { expect, it } from 'vitest'
import {
  avecDe,
  avecDepuis,
  libellePeriode,
  libellePeriodes,
  type Mois,
  motDeDuree,
} from './mois.ts'

it.each<[Mois, number, string, string]>([
  ['MARCH', 1, 'mars 2026', 'de mars 2026'],
  ['APRIL', 1, 'avril 2026', 'd’avril 2026'],
  ['MARCH', 3, 'le 1er trimestre 2026', 'du 1er trimestre 2026'],
  ['SEPTEMBER', 3, 'le 3e trimestre 2026', 'du 3e trimestre 2026'],
  ['JUNE', 6, 'le 1er semestre 2026', 'du 1er semestre 2026'],
  ['DECEMBER', 6, 'le 2e semestre 2026', 'du 2e semestre 2026'],
  ['DECEMBER', 12, 'l’année 2026', 'de l’année 2026'],
  ['AUGUST', 6, 'de mars à août 2026', 'de mars à août 2026'],
  ['JUNE', 3, 'le 2e trimestre 2026', 'du 2e trimestre 2026'],
  ['OCTOBER', 3, 'd’août à octobre 2026', 'd’août à octobre 2026'],
  ['FEBRUARY', 3, 'de décembre 2025 à février 2026', 'de décembre 2025 à février 2026'],
  ['JUNE', 12, 'de juillet 2025 à juin 2026', 'de juillet 2025 à juin 2026'],
])('un rapport de %s qui couvre %i mois est celui de «\u00a0%s\u00a0»', (mois, n, dit, lie) => {
  const periode = libellePeriode({ mois, annee: 2026 }, n)
  expect(periode).toBe(dit)
  expect(avecDe(periode)).toBe(lie)
})

it('« depuis » se dit d’un nom : une suite de mois sans nom devient une période', () => {
  expect(['mars 2026', 'le 1er trimestre 2026', 'd’août à octobre 2026'].map(avecDepuis)).toEqual([
    'depuis mars 2026',
    'depuis le 1er trimestre 2026',
    'depuis la période d’août à octobre 2026',
  ])
})

it('les rapports d’un mois se disent ensemble, et ce qui les nomme suit ce qu’ils couvrent', () => {
  const septembre = { mois: 'SEPTEMBER', annee: 2026 } as const
  expect(libellePeriodes(septembre, [1, 3])).toBe('septembre 2026, le 3e trimestre 2026')
  expect(libellePeriodes(septembre, [])).toBe('septembre 2026')
  expect([1, 12].map(motDeDuree)).toEqual(['Mois', 'Période'])
})
