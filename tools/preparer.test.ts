import { expect, it } from 'vitest'
import { findTools } from './preparer.ts'

it('dit en une ligne ce qui manque, et quoi faire ; le reste est trouvé', () => {
  const remedy = 'apt-get install outil'
  const { lines, missing } = findTools([
    { name: 'Présent', remedy, find: () => '/usr/bin/present' },
    { name: 'Absent', remedy, find: () => null },
    {
      name: 'Cassé',
      remedy,
      find: () => {
        throw new Error('illisible')
      },
    },
  ])
  expect(missing).toEqual(['Absent', 'Cassé'])
  expect(lines).toEqual([
    'Présent\u00a0: /usr/bin/present',
    'Absent manque, ses essais ne sont pas joués\u00a0: apt-get install outil',
    'Cassé manque, ses essais ne sont pas joués\u00a0: apt-get install outil',
  ])
})
