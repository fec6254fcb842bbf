import { expect, it } from 'vitest'
import { choixDe } from './ChampCodes.tsx'

const choix = choixDe(
  [
    { code: 'CAU-R01-01', libelle: 'Centre d’accueil' },
    { code: 'CAU-R01-011', libelle: 'Foyer' },
    { code: 'CAU-R02-01', libelle: 'Foyer' },
  ],
  false,
)

it('reconnaît ce qui est proposé, un code ou un nom entier, sans égard à la casse', () => {
  expect(choix.codeDe('CAU-R01-01 – Centre d’accueil')).toBe('CAU-R01-01')
  expect(choix.codeDe(' cau-r01-01 ')).toBe('CAU-R01-01')
  expect(choix.codeDe('CENTRE D’ACCUEIL')).toBe('CAU-R01-01')
})

it('ne choisit pas entre deux structures de même nom', () => {
  expect(choix.codeDe('Foyer')).toBeNull()
})

it('laisse tels quels des mots qui ne désignent aucune structure', () => {
  expect(choix.libelleDe('Nulle part')).toBe('Nulle part')
})

it('reconnaît un groupe à ses mots, qui ne sont ceux d’aucun code', () => {
  const groupes = [{ code: 'toutes', libelle: 'Toutes les structures' }]
  const avec = choixDe([{ code: 'CAU-R01-01', libelle: 'Centre' }], false, groupes)
  expect(avec.options.map(({ libelle }) => libelle)).toEqual([
    'Toutes les structures',
    'CAU-R01-01 – Centre',
  ])
  expect([avec.codeDe('TOUTES les structures'), avec.codeDe('toutes')]).toEqual(['toutes', null])
  expect(avec.libelleDe('toutes')).toBe('Toutes les structures')
})
