import type { Matrice } from '@releve/contract/dashboard/dashboard.schema.ts'
import { expect, it } from 'vitest'
import {
  acteDe,
  caseDe,
  choisiesDe,
  choisissablesDe,
  cleDeCase,
  estTardive,
  type LigneMatrice,
  libelleDeCase,
  lienDeCase,
  lignesDe,
  placeVoulue,
  voulueDe,
} from './matrice.ts'

const structureDe = (code: string, cases: Record<string, string>) => ({
  id: 1,
  code,
  libelle: `Structure ${code}`,
  typeStructure: 'CAU',
  region: 'R01',
  cases,
})

const MENSUEL = Array.from({ length: 12 }, () => 1 as const)
/** Monthly until March. */
const PUIS_TRIMESTRIEL = MENSUEL.map((un, mois) => (mois < 3 ? un : 3))

const MATRICE: Pick<Matrice, 'annee' | 'numeros' | 'structures' | 'modeles'> = {
  annee: 2026,
  modeles: [
    { code: 'RMA', libelle: 'Activité', moisCouverts: MENSUEL },
    { code: 'EPM', libelle: 'Personnel', moisCouverts: MENSUEL },
    { code: 'BIL', libelle: 'Bilan', moisCouverts: PUIS_TRIMESTRIEL },
  ],
  structures: [
    structureDe('A', { EPM: 'DDdVSnnN----', RMA: 'DDDRCbBN----' }),
    structureDe('B', { EPM: '....SASN----', BIL: 'DDD..S..B..-' }),
  ],
  numeros: { 'RMA-A-202602': 'RMA-A-202602-2' },
}
const LIGNES = lignesDe({ ...MATRICE, mois: [] })
const [A_RMA, A_EPM, B_EPM, B_BIL] = LIGNES as [
  LigneMatrice,
  LigneMatrice,
  LigneMatrice,
  LigneMatrice,
]

it('fait une ligne par structure et par modèle, dans l’ordre des modèles', () => {
  expect(LIGNES.map(({ cle, premiere }) => [cle, premiere])).toEqual([
    ['A RMA', true],
    ['A EPM', false],
    ['B EPM', true],
    ['B BIL', false],
  ])
})

it('dit d’une case son état, et ce qui est tardif', () => {
  expect(libelleDeCase(A_RMA, 2026, 3)).toBe('RMA avril 2026\u00a0: À corriger')
  expect(caseDe(A_RMA, 20)).toBe('.')
  expect([2, 5, 8].map((mois) => libelleDeCase(B_BIL, 2026, mois))).toEqual([
    'BIL mars 2026\u00a0: Diffusé',
    'BIL le 2e trimestre 2026\u00a0: Soumis',
    'BIL le 3e trimestre 2026\u00a0: Brouillon',
  ])
  expect((['n', 'b', 'd', 'C'] as const).every(estTardive)).toBe(true)
  expect((['.', '-', 'N', 'S', 'D'] as const).some(estTardive)).toBe(false)
})

it('mène au rapport, par son vrai numéro ; sans rapport, à la liste de son mois', () => {
  expect(lienDeCase(A_RMA, MATRICE, 0)).toBe('/dashboard/saisies/RMA-A-202601')
  expect(lienDeCase(A_RMA, MATRICE, 1)).toBe('/dashboard/saisies/RMA-A-202602-2')
  expect(lienDeCase(A_EPM, MATRICE, 5)).toBe(
    '/dashboard/saisiesstructures?mois=JUNE&annee=2026&modele=EPM&q=A',
  )
})

it('choisit une ligne ou un mois entier, sauf ce qui n’est pas attendu', () => {
  expect(choisissablesDe([B_EPM])).toEqual(['B EPM 4', 'B EPM 5', 'B EPM 6', 'B EPM 7'])
  expect(choisissablesDe(LIGNES, 0)).toEqual(['A RMA 0', 'A EPM 0', 'B BIL 0'])
  const rangs = new Map(LIGNES.map(({ cle }, rang) => [cle, rang]))
  const choisies = choisiesDe(LIGNES, rangs, new Set([cleDeCase(B_EPM, 5), 'partie RMA 3']))
  expect(choisies.map(({ rang }) => rang)).toEqual([2])
  expect(choisies.map((une) => voulueDe(une, 2026))).toEqual([
    { structure: 'B', modele: 'EPM', rang: 2026 * 12 + 5 },
  ])
})

it('dit quel acte un état appelle', () => {
  expect((['S', 's', 'V', 'a', 'D', 'N', 'R'] as const).map(acteDe)).toEqual([
    'valider',
    'valider',
    'approuver',
    'diffuser',
    undefined,
    undefined,
    undefined,
  ])
})

it('se parcourt au clavier sans en sortir, dans les deux sens de lecture', () => {
  const ici = { ligne: 1, mois: 5 }
  const vers = (key: string, ctrlKey = false, sens: 1 | -1 = 1) =>
    placeVoulue(ici, { key, ctrlKey }, { lignes: 3, sens })
  expect(vers('ArrowDown')).toEqual({ ligne: 2, mois: 5 })
  expect(vers('ArrowRight')).toEqual({ ligne: 1, mois: 6 })
  expect(vers('ArrowRight', false, -1)).toEqual({ ligne: 1, mois: 4 })
  expect(vers('PageDown')).toEqual({ ligne: 2, mois: 5 })
  expect(vers('End')).toEqual({ ligne: 1, mois: 11 })
  expect(vers('Home', true)).toEqual({ ligne: 0, mois: 0 })
  expect(vers('End', true)).toEqual({ ligne: 2, mois: 11 })
  expect(vers('a')).toBeNull()
})
