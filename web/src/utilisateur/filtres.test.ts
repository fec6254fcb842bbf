import { expect, it } from 'vitest'
import { COLONNES } from './colonnes.tsx'
import { exportDe, lireFiltres, rechercheDe, TRI_ORIGINE } from './filtres.ts'

const lire = (adresse: string) => lireFiltres(new URLSearchParams(adresse))

it('lit dans l’adresse les filtres de la liste des comptes', () => {
  expect(lire('role=ROLE_DPPS&statut=BLOQUE&structure=DR-R01&q=awa&tri=-statut&page=2')).toEqual({
    role: 'ROLE_DPPS',
    statut: 'BLOQUE',
    structure: 'DR-R01',
    q: 'awa',
    tri: '-statut',
    page: 2,
  })
})

it('écarte de l’adresse un rôle ou un statut qui n’existe pas', () => {
  expect(lire('role=ROLE_ROI&statut=PERDU&page=0')).toMatchObject({
    role: undefined,
    statut: undefined,
    page: 1,
  })
})

it('exporte ce que la liste filtre, sans s’arrêter à une page', () => {
  const filtres = lire('statut=ACTIF&page=3')
  expect(rechercheDe(filtres)).toMatchObject({ statut: 'ACTIF', page: 3, tri: 'nomAffichable' })
  expect(exportDe(filtres)).toEqual({
    role: undefined,
    statut: 'ACTIF',
    structure: undefined,
    q: undefined,
    tri: 'nomAffichable',
  })
})

it('lit le tri de chaque colonne, et aucun autre', () => {
  const tris = COLONNES.flatMap(({ tri }) => tri ?? [])
  expect(tris).toContain(TRI_ORIGINE)
  for (const tri of tris) expect(lire(`tri=-${tri}`).tri).toBe(`-${tri}`)
  expect(lire('tri=motDePasse').tri).toBeUndefined()
})
