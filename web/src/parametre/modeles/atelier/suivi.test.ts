import { expect, it } from 'vitest'
import { lacunesDe } from './suivi.ts'

it.each([
  [{}, ['effectif', 'ecart', 'mouvements', 'reference']],
  [
    { effectif: '', entrees: '', sorties: '', reference: '' },
    ['effectif', 'ecart', 'mouvements', 'reference'],
  ],
  [{ entrees: 'E', sorties: 'S' }, ['effectif', 'ecart', 'reference']],
  [{ effectif: 'A', reference: 'R' }, ['ecart', 'mouvements']],
  [{ effectif: 'A', entrees: 'E' }, ['ecart', 'reference']],
  [{ effectif: 'A', entrees: 'E', sorties: 'S', reference: 'R' }, []],
])('dit ce qui n’est pas montré de %j', (indicateurs, lacunes) => {
  expect(lacunesDe({ indicateurs })).toEqual(lacunes)
})
