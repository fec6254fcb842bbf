import type { DashboardStructure } from '@releve/contract/dashboard/dashboard.schema.ts'
import { expect, it } from 'vitest'
import { ecartsDe } from './Ecarts.tsx'

it('montre les mois qui ne suivent pas du précédent, le dernier d’abord', () => {
  const point = { annee: 2026, id: 1, numero: 'RMA-A', etat: 'VALIDE', effectif: 12, ecart: 3 }
  const points = [
    { ...point, mois: 'MARCH', niveau: 'ANOMALIE' },
    { ...point, mois: 'APRIL', niveau: 'CONFORME' },
    { ...point, mois: 'MAY', niveau: 'A_VERIFIER' },
    { ...point, mois: 'JUNE', niveau: 'NON_CALCULABLE' },
  ]
  const lue = { structure: { code: 'A' }, modeles: [{ code: 'RMA', points }] }
  const ecarts = ecartsDe([lue as unknown as DashboardStructure])
  expect(ecarts.map(({ mois, modele }) => [mois, modele])).toEqual([
    ['MAY', 'RMA'],
    ['MARCH', 'RMA'],
  ])
})
