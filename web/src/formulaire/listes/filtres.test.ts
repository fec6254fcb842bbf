import { expect, it } from 'vitest'
import { avecFiltres, lireFiltres, rechercheDe } from './filtres.ts'

const lire = (adresse: string) => lireFiltres(new URLSearchParams(adresse))

it('lit dans l’adresse tous les filtres d’une liste', () => {
  expect(lire('mois=MARCH&annee=2025&etats=SOUMIS,VALIDE&region=R01&q=port&page=3')).toMatchObject({
    mois: 'MARCH',
    annee: 2025,
    etats: ['SOUMIS', 'VALIDE'],
    region: 'R01',
    q: 'port',
    page: 3,
  })
})

it('écarte de l’adresse ce qu’elle ne peut pas dire', () => {
  const filtres = lire('mois=MARS&annee=25&etats=SOUMIS,PERDU&page=-2')
  expect(filtres).toMatchObject({ mois: undefined, annee: undefined, etats: ['SOUMIS'], page: 1 })
})

it('revient à la première page quand un filtre change, pas quand la page change', () => {
  const params = new URLSearchParams('etats=SOUMIS&page=4')
  expect(avecFiltres(params, { mois: 'MARCH' }).toString()).toBe('etats=SOUMIS&mois=MARCH')
  expect(avecFiltres(params, { page: 5 }).toString()).toBe('etats=SOUMIS&page=5')
})

it('retire de l’adresse un filtre vidé', () => {
  expect(avecFiltres(new URLSearchParams('q=port'), { q: '' }).toString()).toBe('')
})

it('ne cherche que dans les structures données', () => {
  const recherche = rechercheDe(lire(''), ['CAU-R01-01'])
  expect(recherche).toMatchObject({ structures: ['CAU-R01-01'], etats: undefined, page: 1 })
})
