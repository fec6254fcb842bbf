import type { Structure } from '@releve/contract/structure/structure.schema.ts'
import {
  barycentreDe,
  ETENDUE_MIN,
  type Position,
  type Projection,
  projeter,
  separer,
} from './carte.ts'

/** A structure whose place is known. */
export type Situee = Structure & { latitude: number; longitude: number }

export const estSituee = (structure: Structure): structure is Situee =>
  structure.latitude !== null && structure.longitude !== null

/** Where a structure is, and where its mark is drawn. */
export type Point = { structure: Situee; lieu: Position; place: Position }
/** Structures too near each other, on a crowded map, to be drawn apart. */
export type Amas = { structures: Situee[]; place: Position; cadre: string }
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
function cadreDe(structures: readonly Situee[]): string {
  const latitudes = structures.map(({ latitude }) => latitude)
  const longitudes = structures.map(({ longitude }) => longitude)
  const bornes = [Math.min, Math.max].flatMap((f) => [f(...latitudes), f(...longitudes)])
  return bornes.join(',')
}

/** Those within these degrees; all, where the address says none or holds none of them. */
export function dansCadre(structures: readonly Situee[], cadre: string): readonly Situee[] {
  const [sud = NaN, ouest = NaN, nord = NaN, est = NaN] = cadre.split(',').map(Number)
  const dedans = structures.filter(
    ({ latitude: n, longitude: e }) => n >= sud && n <= nord && e >= ouest && e <= est,
  )
  return dedans.length > 0 ? dedans : structures
}

/** Those that fall in the same square of the drawing, square by square. */
function grouper(structures: readonly Situee[], { placer }: Projection): Situee[][] {
  const groupes = new Map<string, Situee[]>()
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
function nommer(structures: readonly Situee[], placer: (s: Situee) => Position): Plan['regions'] {
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
export function planDe(structures: readonly Situee[], largeur: number, dedans = false): Plan {
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
  const placer = (une: Situee) => parCode.get(une.code) ?? projection.placer(une)
  return { projection, points, amas, regions: nommer(structures, placer) }
}

/** Whether a mark had to leave its place. */
export const estDecalee = ({ lieu, place }: Point): boolean =>
  Math.hypot(place.x - lieu.x, place.y - lieu.y) > 4
