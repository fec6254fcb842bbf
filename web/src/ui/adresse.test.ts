import { expect, it } from 'vitest'
import { changerAdresse, pageDe, triDe } from './adresse.ts'

it('revient à la première page quand un filtre change, pas quand la page change', () => {
  const params = new URLSearchParams('role=ROLE_DPPS&page=4')
  expect(changerAdresse(params, { q: 'awa' }).toString()).toBe('role=ROLE_DPPS&q=awa')
  expect(changerAdresse(params, { page: 5 }).toString()).toBe('role=ROLE_DPPS&page=5')
  expect(changerAdresse(params, { page: 1 }).toString()).toBe('role=ROLE_DPPS')
})

it('retire de l’adresse un filtre vidé', () => {
  expect(changerAdresse(new URLSearchParams('q=awa'), { q: '' }).toString()).toBe('')
})

it('prend la première page pour toute page qui n’en est pas une', () => {
  for (const page of ['', 'page=0', 'page=-2', 'page=1.5', 'page=deux', 'page=1e9']) {
    expect(pageDe(new URLSearchParams(page))).toBe(1)
  }
  expect(pageDe(new URLSearchParams('page=3'))).toBe(3)
})

it('ne lit de l’adresse qu’un tri que la liste connaît', () => {
  const tri = (query: string) => triDe(new URLSearchParams(query), ['nom', 'le'])
  expect(tri('tri=-nom')).toBe('-nom')
  expect(tri('tri=le')).toBe('le')
  for (const query of ['', 'tri=', 'tri=--nom', 'tri=rang']) expect(tri(query)).toBeUndefined()
})
