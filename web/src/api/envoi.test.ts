import { expect, it } from 'vitest'
import { adresseDe } from './envoi.ts'

it('remplit et protège les paramètres du chemin', () => {
  expect(adresseDe('/formulaire/lire/{numero}', { numero: 'RMA/é 1' })).toBe(
    '/formulaire/lire/RMA%2F%C3%A9%201',
  )
})

it('laisse hors de l’adresse les valeurs vides, et sépare les listes par des virgules', () => {
  const query = { q: '', etat: ['SOUMIS', 'VALIDE'], modele: undefined, page: 2 }
  expect(adresseDe('/x', {}, query)).toBe('/x?etat=SOUMIS%2CVALIDE&page=2')
})
