import { expect, test } from 'vitest'
import { alea } from '../../seed/exemple/alea.ts'
import { type Parcours, vivre } from './formulaires.ts'

const REGLAGES = {
  jourEcheance: 5,
  joursFeries: ['01-01'],
  fuseau: 'UTC',
  moisVerrou: 3,
  doubleRegard: true,
  debutCollecte: null,
  organisation: 'Direction centrale',
  pays: '',
}
const JANVIER = 2026 * 12
const FIN_JANVIER = Date.parse('2026-01-31T00:00:00Z')

function vie(maintenant: string, parcours: Partial<Parcours> = {}) {
  const entier = { rang: JANVIER, cible: 'DIFFUSE', retard: null, corrige: true, repris: true }
  return vivre(
    { ...(entier as Parcours), ...parcours },
    REGLAGES,
    JANVIER + 1,
    new Date(maintenant),
    alea(3),
  )
}

test.each(['2026-02-01T00:02:00Z', '2026-02-02T09:00:00Z', '2026-02-16T12:00:00Z'])(
  'aucun acte du mois précédent n’a lieu après maintenant, ni avant la fin du mois (%s)',
  (maintenant) => {
    const instants = vie(maintenant).map(({ le }) => le)
    expect(instants).toEqual(instants.toSorted((a, b) => a - b))
    expect(instants.at(-1)).toBeLessThanOrEqual(Date.parse(maintenant))
    expect(instants[0]).toBeGreaterThanOrEqual(FIN_JANVIER)
  },
)

test('un brouillon du mois courant commence dans le mois', () => {
  const brouillon = {
    rang: JANVIER + 1,
    cible: 'BROUILLON',
    corrige: false,
    repris: false,
  } as const
  const instants = vie('2026-02-01T00:02:00Z', brouillon).map(({ le }) => le)
  expect(instants).toHaveLength(2)
  expect(instants[0]).toBeGreaterThanOrEqual(Date.parse('2026-02-01T00:00:00Z'))
  expect(instants[1]).toBeLessThanOrEqual(Date.parse('2026-02-01T00:02:00Z'))
})

test('une structure à l’heure soumet avant l’échéance, une structure en retard après', () => {
  const soumis = (parcours: Partial<Parcours>) =>
    vie('2026-08-01T00:00:00Z', parcours).find(({ action }) => action === 'soumettre')?.le
  const lendemain = Date.parse('2026-02-06')
  expect(soumis({})).toBeLessThan(lendemain)
  expect(soumis({ retard: 1 })).toBeGreaterThanOrEqual(lendemain)
})

test('chaque acte part de l’état où le précédent a laissé le rapport', () => {
  const actes = vie('2026-08-01T00:00:00Z')
  expect(actes.map(({ de }) => de)).toEqual([null, ...actes.slice(0, -1).map(({ vers }) => vers)])
  expect(actes.at(-1)?.vers).toBe('DIFFUSE')
  expect(actes.filter(({ action }) => action === 'diffuser')).toHaveLength(2)
})
