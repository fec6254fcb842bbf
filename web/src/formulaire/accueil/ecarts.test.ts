import type { DashboardStructure } from '@releve/contract/dashboard/dashboard.schema.ts'
import { expect, it } from 'vitest'
import { compteesDe, ecartsDe } from './Ecarts.tsx'

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

it('ne trace que les modèles qui comptent des gens, ou en ont compté', () => {
  const point = (effectif: number | null) => ({ mois: 'MARCH', annee: 2026, effectif })
  const modele = (code: string, avecEffectif: boolean, effectif: number | null) => ({
    code,
    avecEffectif,
    points: [point(effectif)],
  })
  const lues = [
    {
      structure: { code: 'A' },
      modeles: [
        modele('RMA', true, null),
        modele('CONSULT', false, null),
        modele('ANCIEN', false, 4),
      ],
    },
    { structure: { code: 'B' }, modeles: [modele('CONSULT', false, null)] },
  ] as unknown as DashboardStructure[]
  expect(compteesDe(lues).map(({ modeles }) => modeles.map(({ code }) => code))).toEqual([
    ['RMA', 'ANCIEN'],
  ])
})
