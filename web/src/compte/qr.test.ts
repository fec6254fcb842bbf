import { expect, test } from 'vitest'
import { enGroupes, traceDe } from './SecondFacteur.tsx'

test('une image est tracée suite noire par suite noire', () => {
  expect(traceDe(['0110', '0000', '1001'])).toBe('M1 0h2v1h-2zM0 2h1v1h-1zM3 2h1v1h-1z')
})

test('un secret se lit par groupes de quatre', () => {
  expect(enGroupes('ABCDEFGH')).toBe('ABCD EFGH')
  expect(enGroupes('ABCDE')).toBe('ABCD E')
})
