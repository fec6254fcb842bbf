import { expect, it } from 'vitest'
import { direFautes } from './fautes.ts'

const libelleDe = (nom: string) => nom.toUpperCase()

it('les fautes se disent dans l’ordre des champs, et un champ juste n’est pas nommé', () => {
  const fautes = { nom: 'Saisissez le nom.', email: null, code: 'Saisissez le code.' }
  expect(direFautes(['code', 'email', 'nom', 'region'], fautes, libelleDe)).toEqual([
    { nom: 'code', libelle: 'CODE', faute: 'Saisissez le code.' },
    { nom: 'nom', libelle: 'NOM', faute: 'Saisissez le nom.' },
  ])
})

it('une faute effacée ne se dit plus', () => {
  expect(direFautes(['nom'], { nom: undefined }, libelleDe)).toEqual([])
})
