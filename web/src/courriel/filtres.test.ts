import { expect, it } from 'vitest'
import { filtresActifs, lireFiltres, rechercheDe } from './filtres.ts'

const lire = (query: string) => lireFiltres(new URLSearchParams(query))

it('l’adresse des courriels ne retient que ce qu’elle peut dire', () => {
  expect(lire('etat=ENVOYE,PERDU&q=%20&page=0')).toEqual({
    etat: ['ENVOYE'],
    q: undefined,
    page: 1,
  })
})

it('sans état choisi, tous sont demandés', () => {
  expect(rechercheDe(lire('q=awa&page=2'))).toMatchObject({ etat: undefined, q: 'awa', page: 2 })
  expect(filtresActifs(lire('page=2'))).toEqual([])
})
