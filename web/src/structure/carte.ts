import type { Structure } from '@releve/contract/structure/structure.schema.ts'
import { formatNombre } from '../ui/format.ts'

/** A structure whose place is known. */
export type StructureSituee = Structure & { latitude: number; longitude: number }

export const estSituee = (structure: Structure): structure is StructureSituee =>
  structure.latitude !== null && structure.longitude !== null

/** Where a structure is, and where its mark is drawn. */
export type Point = { structure: StructureSituee; lieu: Position; place: Position }
/** Structures too near each other, on a crowded map, to be drawn apart. */
export type Amas = { structures: StructureSituee[]; place: Position; cadre: string }
export type Plan = {
  projection: Projection
  points: Point[]
  amas: Amas[]
  regions: { code: string; position: Position }[]
}

/** Least distance between two marks: each is large enough for a finger (WCAG 2.5.8). */
const ECART = 25
const ECART_AMAS = 38
const HAUTEUR = { min: 320, max: 660 }
/** Beyond so many, marks set apart would fill the map and tell nothing. */
const SEULES_MAX = 150
const CELLULE = 60
/** Room of a region's name. */
const NOM = { largeur: 90, hauteur: 18 }
/** Degrees shown at least around an `Amas` that one looks into. */
const ETENDUE_DEDANS = 0.02

const borner = (valeur: number, { min, max }: { min: number; max: number }) =>
  Math.min(max, Math.max(min, valeur))

/** The degrees that these structures cover, as an address holds them: south, west, north, east. */
function cadreDe(structures: readonly StructureSituee[]): string {
  const latitudes = structures.map(({ latitude }) => latitude)
  const longitudes = structures.map(({ longitude }) => longitude)
  const bornes = [Math.min, Math.max].flatMap((f) => [f(...latitudes), f(...longitudes)])
  return bornes.join(',')
}

/** Those within these degrees; all, where the address says none or holds none of them. */
export function dansCadre(
  structures: readonly StructureSituee[],
  cadre: string,
): readonly StructureSituee[] {
  const [sud = NaN, ouest = NaN, nord = NaN, est = NaN] = cadre.split(',').map(Number)
  const dedans = structures.filter(
    ({ latitude: n, longitude: e }) => n >= sud && n <= nord && e >= ouest && e <= est,
  )
  return dedans.length > 0 ? dedans : structures
}

/** Those that fall in the same square of the drawing, square by square. */
function grouper(
  structures: readonly StructureSituee[],
  { placer }: Projection,
): StructureSituee[][] {
  const groupes = new Map<string, StructureSituee[]>()
  for (const structure of structures) {
    const { x, y } = placer(structure)
    const cle = `${Math.floor(x / CELLULE)} ${Math.floor(y / CELLULE)}`
    const groupe = groupes.get(cle)
    if (groupe) groupe.push(structure)
    else groupes.set(cle, [structure])
  }
  return [...groupes.values()]
}

/** The name of each region stands over its marks, not under them. */
function nommer(
  structures: readonly StructureSituee[],
  placer: (s: StructureSituee) => Position,
): Plan['regions'] {
  const parRegion = new Map<string, Position[]>()
  for (const structure of structures) {
    const siennes = parRegion.get(structure.region) ?? []
    siennes.push(placer(structure))
    parRegion.set(structure.region, siennes)
  }
  const noms: Plan['regions'] = []
  for (const [code, places] of parRegion) {
    const y = Math.max(14, Math.min(...places.map((place) => place.y)) - 24)
    const { x } = barycentreDe(places)
    // One that would cover another is left to the list beside the map.
    const libre = noms.every(({ position }) => {
      return Math.abs(position.x - x) > NOM.largeur || Math.abs(position.y - y) > NOM.hauteur
    })
    if (libre) noms.push({ code, position: { x, y } })
  }
  return noms
}

/** Lays out the map of these structures (one at least), this wide. `dedans`: of an `Amas`. */
export function planDe(
  structures: readonly StructureSituee[],
  largeur: number,
  dedans = false,
): Plan {
  const hauteur = borner(Math.round(largeur * 0.72), HAUTEUR)
  const projection = projeter(
    structures,
    { largeur, hauteur },
    dedans ? ETENDUE_DEDANS : ETENDUE_MIN,
  )
  const serree = structures.length > SEULES_MAX
  const groupes = serree ? grouper(structures, projection) : structures.map((une) => [une])
  const lieux = groupes.map((groupe) => barycentreDe(groupe.map(projection.placer)))
  const bords = { x: { min: 14, max: largeur - 14 }, y: { min: 14, max: hauteur - 14 } }
  const places = separer(lieux, serree ? ECART_AMAS : ECART).map(({ x, y }) => ({
    x: borner(x, bords.x),
    y: borner(y, bords.y),
  }))
  const [points, amas]: [Point[], Amas[]] = [[], []]
  for (const [rang, groupe] of groupes.entries()) {
    const [lieu, place, [structure]] = [lieux[rang], places[rang], groupe]
    if (!lieu || !place || !structure) continue
    if (groupe.length === 1) points.push({ structure, lieu, place })
    else amas.push({ structures: groupe, place, cadre: cadreDe(groupe) })
  }
  const parCode = new Map(points.map(({ structure, place }) => [structure.code, place]))
  const placer = (une: StructureSituee) => parCode.get(une.code) ?? projection.placer(une)
  return { projection, points, amas, regions: nommer(structures, placer) }
}

/** Whether a mark had to leave its place. */
export const estDecalee = ({ lieu, place }: Point): boolean =>
  Math.hypot(place.x - lieu.x, place.y - lieu.y) > 4

/**
 * A plain equirectangular projection: meridians and parallels are straight, evenly spaced, and one
 * degree of longitude is shortened by the cosine of the middle latitude. Lengths are pixels.
 */
export type Lieu = { latitude: number; longitude: number }
export type Position = { x: number; y: number }

type Cadre = { sud: number; nord: number; ouest: number; est: number }
export type Projection = {
  largeur: number
  hauteur: number
  /** What the whole drawing covers, in degrees. */
  cadre: Cadre
  placer: (lieu: Lieu) => Position
}

/** Degrees shown at least, so that one point alone has a country around it. */
const ETENDUE_MIN = 1
/** Marks set apart go beyond their places, and the degrees stand along the edge. */
const MARGE = 56

const milieu = (a: number, b: number) => (a + b) / 2

/** Fits these places (one at least) in a drawing of this size. `etendueMin`: in degrees. */
export function projeter(
  lieux: readonly Lieu[],
  { largeur, hauteur }: { largeur: number; hauteur: number },
  etendueMin = ETENDUE_MIN,
): Projection {
  const latitudes = lieux.map(({ latitude }) => latitude)
  const longitudes = lieux.map(({ longitude }) => longitude)
  const centre = {
    latitude: milieu(Math.min(...latitudes), Math.max(...latitudes)),
    longitude: milieu(Math.min(...longitudes), Math.max(...longitudes)),
  }
  const retrait = Math.max(0.05, Math.cos((centre.latitude * Math.PI) / 180))
  const etendue = (valeurs: readonly number[]) =>
    Math.max(etendueMin, Math.max(...valeurs) - Math.min(...valeurs))
  const pas = Math.min(
    (largeur - 2 * MARGE) / (etendue(longitudes) * retrait),
    (hauteur - 2 * MARGE) / etendue(latitudes),
  )
  const [demiLargeur, demiHauteur] = [largeur / 2 / pas / retrait, hauteur / 2 / pas]
  return {
    largeur,
    hauteur,
    cadre: {
      sud: centre.latitude - demiHauteur,
      nord: centre.latitude + demiHauteur,
      ouest: centre.longitude - demiLargeur,
      est: centre.longitude + demiLargeur,
    },
    placer: ({ latitude, longitude }) => ({
      x: largeur / 2 + (longitude - centre.longitude) * retrait * pas,
      y: hauteur / 2 - (latitude - centre.latitude) * pas,
    }),
  }
}

const PAS_DEGRES = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10, 20, 30]
const LIGNES_MAX = 10

function multiples(de: number, a: number, pas: number): number[] {
  const premier = Math.ceil(de / pas)
  const nombre = Math.floor(a / pas) - premier + 1
  return Array.from({ length: Math.max(0, nombre) }, (_, rang) => (premier + rang) * pas)
}

/** Meridians and parallels of round degrees, about as many each way. */
export function graticuleDe({ cadre }: Projection): { meridiens: number[]; paralleles: number[] } {
  const etendue = Math.max(cadre.est - cadre.ouest, cadre.nord - cadre.sud)
  const pas = PAS_DEGRES.find((degres) => etendue / degres <= LIGNES_MAX) ?? 30
  return {
    meridiens: multiples(cadre.ouest, cadre.est, pas),
    paralleles: multiples(cadre.sud, cadre.nord, pas),
  }
}

const TOURS = 80

/** Pushes two points that are nearer than `ecart` away from each other; true when it did. */
function ecarter(a: Position, b: Position, ecart: number, angle: number): boolean {
  const [dx, dy] = [b.x - a.x, b.y - a.y]
  const distance = Math.hypot(dx, dy)
  if (distance >= ecart - 0.01) return false
  // At the same place, they leave in a direction of their own.
  const [ux, uy] =
    distance < 0.01 ? [Math.cos(angle), Math.sin(angle)] : [dx / distance, dy / distance]
  const pousse = (ecart - distance) / 2
  a.x -= ux * pousse
  a.y -= uy * pousse
  b.x += ux * pousse
  b.y += uy * pousse
  return true
}

/**
 * Where to draw points so that none covers another: each as near as can be to its place. The same
 * points always end in the same places.
 */
export function separer(places: readonly Position[], ecart: number): Position[] {
  const points = places.map(({ x, y }) => ({ x, y }))
  for (let tour = 0; tour < TOURS; tour += 1) {
    let bouge = false
    for (const [rang, a] of points.entries()) {
      for (const b of points.slice(rang + 1)) {
        bouge = ecarter(a, b, ecart, rang * 2.4 + 0.6) || bouge
      }
    }
    if (!bouge) break
  }
  return points
}

/** The middle of these positions (one at least). */
function barycentreDe(positions: readonly Position[]): Position {
  const somme = positions.reduce((s, { x, y }) => ({ x: s.x + x, y: s.y + y }), { x: 0, y: 0 })
  return { x: somme.x / positions.length, y: somme.y / positions.length }
}

const enDegres = (degres: number) => formatNombre(Math.abs(Math.round(degres * 1000) / 1000))

/** « 3,427° N ». */
export const formatLatitude = (degres: number): string =>
  `${enDegres(degres)}°\u00a0${degres < 0 ? 'S' : 'N'}`

/** « 20,131° O ». */
export const formatLongitude = (degres: number): string =>
  `${enDegres(degres)}°\u00a0${degres < 0 ? 'O' : 'E'}`
