import { describe, expect, it } from 'vitest'
import { choose, partReached, type Unite } from './choisir.ts'

/** It counts for ten, as what ten blocks are together. */
const LOURD = 9
const unite = (nom: string, secondes: number, ...elements: number[]): Unite => ({
  nom,
  tests: [nom],
  secondes,
  elements: new Map(elements.map((one) => [one, one === LOURD ? 10 : 1])),
})
const namesOf = (units: Unite[]): string[] => units.map(({ nom }) => nom)
const none = (): boolean => false

describe('les tests choisis', () => {
  it('sont ceux qui apportent le plus pour ce qu’ils coûtent', () => {
    const units = [unite('cher', 10, 1, 2, 3), unite('a', 1, 1, 2), unite('b', 1, 3)]
    expect(namesOf(choose(units, 100, none))).toEqual(['a', 'b'])
  })

  it('ne coûtent pas plus que ce qui est payé ; le reste va au suivant qui tient', () => {
    const units = [unite('a', 2, 1, 2, 3), unite('trop', 4, 4, 5, 6), unite('b', 1, 4)]
    expect(namesOf(choose(units, 3, none))).toEqual(['a', 'b'])
  })

  it('préfèrent ce qui compte davantage', () => {
    const units = [unite('a', 2, 1, 2, 3), unite('lourd', 2, LOURD)]
    expect(namesOf(choose(units, 2, none))).toEqual(['lourd'])
  })

  it('gardent ce qui est gardé d’office, et ne refont pas ce qu’il atteint', () => {
    const units = [unite('gardé', 9, 1, 2), unite('a', 1, 1), unite('b', 1, 3)]
    expect(namesOf(choose(units, 10, ({ nom }) => nom === 'gardé'))).toEqual(['gardé', 'b'])
  })

  it('atteignent une part de ce que tous atteignent', () => {
    const units = [unite('a', 1, 1, 2, 3), unite('b', 1, 3, 4)]
    expect(partReached(units.slice(0, 1), units)).toBe(75)
  })
})
