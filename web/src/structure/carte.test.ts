import { expect, it } from 'vitest'
import {
  dansCadre,
  estDecalee,
  formatLatitude,
  formatLongitude,
  graticuleDe,
  planDe,
  projeter,
  type StructureSituee,
  separer,
} from './carte.ts'
import { structureDe } from './structure.banc.ts'

const TAILLE = { largeur: 800, hauteur: 600 }

it('le nord est en haut, l’est à droite, et tous les lieux tiennent dans le dessin', () => {
  const lieux = [
    { latitude: 3, longitude: -20 },
    { latitude: 8, longitude: -16 },
    { latitude: 5, longitude: -18 },
  ]
  const { placer } = projeter(lieux, TAILLE)
  const [sudOuest, nordEst] = lieux.map(placer)
  expect(nordEst?.y).toBeLessThan(sudOuest?.y ?? 0)
  expect(nordEst?.x).toBeGreaterThan(sudOuest?.x ?? 0)
  for (const { x, y } of lieux.map(placer)) {
    expect(x).toBeGreaterThanOrEqual(0)
    expect(x).toBeLessThanOrEqual(TAILLE.largeur)
    expect(y).toBeGreaterThanOrEqual(0)
    expect(y).toBeLessThanOrEqual(TAILLE.hauteur)
  }
})

it('un degré de longitude se raccourcit loin de l’équateur', () => {
  const largeurDunDegre = (latitude: number) => {
    const { placer } = projeter([{ latitude, longitude: 0 }], TAILLE)
    const un = placer({ latitude, longitude: 1 }).x - placer({ latitude, longitude: 0 }).x
    const haut =
      placer({ latitude, longitude: 0 }).y - placer({ latitude: latitude + 1, longitude: 0 }).y
    return un / haut
  }
  expect(largeurDunDegre(0)).toBeCloseTo(1)
  expect(largeurDunDegre(60)).toBeCloseTo(0.5)
})

it('un lieu seul est au milieu, avec des degrés autour de lui', () => {
  const projection = projeter([{ latitude: 4.5, longitude: -20 }], TAILLE)
  expect(projection.placer({ latitude: 4.5, longitude: -20 })).toEqual({ x: 400, y: 300 })
  const { meridiens, paralleles } = graticuleDe(projection)
  expect(meridiens.length).toBeGreaterThan(1)
  expect(paralleles.length).toBeGreaterThan(1)
})

it('le graticule passe par des degrés ronds, dans le cadre', () => {
  const projection = projeter(
    [
      { latitude: 3, longitude: -20 },
      { latitude: 8, longitude: -16 },
    ],
    TAILLE,
  )
  const { paralleles } = graticuleDe(projection)
  for (const degres of paralleles) expect(degres).toBe(Math.round(degres))
  expect(Math.min(...paralleles)).toBeGreaterThanOrEqual(projection.cadre.sud)
  expect(Math.max(...paralleles)).toBeLessThanOrEqual(projection.cadre.nord)
})

it('des points au même endroit s’écartent assez pour être pressés, toujours pareil', () => {
  const places = Array.from({ length: 12 }, () => ({ x: 100, y: 100 }))
  const ecartes = separer(places, 25)
  for (const [rang, a] of ecartes.entries()) {
    for (const b of ecartes.slice(rang + 1)) {
      expect(Math.hypot(a.x - b.x, a.y - b.y)).toBeGreaterThan(24)
    }
  }
  expect(separer(places, 25)).toEqual(ecartes)
})

it('un point loin des autres reste à sa place', () => {
  const places = [
    { x: 10, y: 10 },
    { x: 300, y: 10 },
  ]
  expect(separer(places, 25)).toEqual(places)
})

it('le plan dit quels points ont quitté leur place, et nomme chaque région au-dessus des siens', () => {
  const situee = (code: string, latitude: number): StructureSituee => ({
    ...structureDe({ code }),
    latitude,
    longitude: -20,
  })
  const plan = planDe([situee('A', 3), situee('B', 3), situee('C', 6)], 800)
  expect(plan.points.map(estDecalee)).toEqual([true, true, false])
  const [region] = plan.regions
  for (const { place } of plan.points) expect(region?.position.y).toBeLessThan(place.y)
})

const serrees = Array.from(
  { length: 2000 },
  (_, rang): StructureSituee => ({
    ...structureDe({ code: `S-${rang}` }),
    latitude: 3 + (rang % 50) / 10,
    longitude: -20 + Math.floor(rang / 50) / 10,
  }),
)

it('sur une carte serrée, les voisines se comptent ensemble, et aucune ne manque', () => {
  const { points, amas } = planDe(serrees, 800)
  const nombre = amas.reduce((somme, { structures }) => somme + structures.length, points.length)
  expect(nombre).toBe(2000)
  expect(points.length + amas.length).toBeLessThan(200)
})

it('agrandir un amas montre celles qu’il compte, chacune à sa place', () => {
  const [premier] = planDe(serrees, 800).amas
  const dedans = dansCadre(serrees, premier?.cadre ?? '')
  expect(new Set(dedans)).toEqual(new Set(premier?.structures))
  const { points, amas } = planDe(dedans, 800, true)
  expect(points).toHaveLength(dedans.length)
  expect(amas).toEqual([])
})

it('un cadre qui ne dit rien, ou ne contient rien, laisse toute la carte', () => {
  for (const cadre of ['', 'n’importe quoi', '50,50,51,51']) {
    expect(dansCadre(serrees, cadre)).toHaveLength(2000)
  }
})

it('des degrés se lisent avec leur hémisphère', () => {
  expect(formatLatitude(3.427)).toBe('3,427°\u00a0N')
  expect(formatLatitude(-3)).toBe('3°\u00a0S')
  expect(formatLongitude(-20.1311)).toBe('20,131°\u00a0O')
  expect(formatLongitude(1.5)).toBe('1,5°\u00a0E')
})
