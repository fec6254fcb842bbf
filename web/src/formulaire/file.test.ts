import { expect, it } from 'vitest'
import { placeDansFile, retenirFile } from './file.ts'

it('mène d’un rapport de la file au suivant, et de chacun à la file', () => {
  const adresse = '/dashboard/app?vue=examen'
  expect(placeDansFile('RMA-1')).toBeNull()
  retenirFile({ adresse, numeros: ['RMA-1', 'RMA-2'] })
  expect(placeDansFile('RMA-1')).toEqual({ retour: adresse, suivant: 'RMA-2' })
  expect(placeDansFile('RMA-2')).toEqual({ retour: adresse, suivant: null })
  expect(placeDansFile('RMA-3')).toBeNull()
})
