import { formatNombre } from '../ui/format.ts'

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
export const ETENDUE_MIN = 1
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
export function barycentreDe(positions: readonly Position[]): Position {
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
