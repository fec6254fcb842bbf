import { expect, it } from 'vitest'
import { colonnesDe } from './colonnes.tsx'
import { filtresActifs, lireFiltres, rechercheDe, TRI_ORIGINE } from './filtres.ts'

const lire = (recherche: string) => lireFiltres(new URLSearchParams(recherche))

it('l’adresse dit la vue ; sans elle, ou inconnue, c’est l’arborescence', () => {
  expect(lire('vue=carte').vue).toBe('carte')
  expect(lire('').vue).toBe('arbre')
  expect(lire('vue=globe').vue).toBe('arbre')
})

it('la vue, le tri et la page ne filtrent rien ; ce qui n’existe pas non plus', () => {
  const actifs = (recherche: string) =>
    filtresActifs(lire(recherche), (_, code) => `nom de ${code}`).map(({ libelle }) => libelle)
  expect(actifs('vue=carte&tri=etat&page=2&etat=INCONNU')).toEqual([])
  expect(actifs('region=R01&etat=SUSPENDUE&modele=RMA')).toEqual(['nom de R01', 'Suspendue', 'RMA'])
})

it('lit le tri de chaque colonne, et aucun autre', () => {
  const tris = colonnesDe((_, code) => code).flatMap(({ tri }) => tri ?? [])
  expect(tris).toContain(TRI_ORIGINE)
  for (const tri of tris) expect(lire(`tri=-${tri}`).tri).toBe(`-${tri}`)
  expect(lire('tri=email').tri).toBeUndefined()
})

it('le tableau demande une page, triée par nom si rien n’est dit', () => {
  expect(rechercheDe(lire('region=R01&page=2'))).toMatchObject({
    region: 'R01',
    page: 2,
    tri: 'libelle',
  })
})
