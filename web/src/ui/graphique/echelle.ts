import { scaleLinear, scalePoint } from 'd3-scale'
import { line } from 'd3-shape'
import type { Donnees, Valeur } from './donnees.ts'

/** Values to the height of a drawing, and the round figures told beside it. */
export type EchelleY = { placer: (valeur: number) => number; graduations: readonly number[] }

const GRADUATIONS = 4

/** The least and the greatest of these figures; null when none is known. */
export function etendueDe(valeurs: readonly Valeur[]): readonly [number, number] | null {
  const connues = valeurs.filter((valeur) => valeur !== null)
  return connues.length === 0 ? null : [Math.min(...connues), Math.max(...connues)]
}

/**
 * A line's scale: round bounds around what it goes through, so that its moves show; from zero where
 * zero is near, and never below it when no figure is. `haut`, `bas`: pixels; `borne`: bounds that
 * the figures have by nature (shares: 0 and 1).
 */
export function echelleY(
  valeurs: readonly Valeur[],
  { haut, bas }: { haut: number; bas: number },
  borne?: readonly [number, number],
): EchelleY {
  const [min, max] = etendueDe(valeurs) ?? [0, 1]
  const marge = Math.max((max - min) / 2, Math.abs(max) * 0.02, 1)
  const depart = min >= 0 && min - marge < max / 3 ? 0 : min - marge
  const domaine = borne ?? [depart, max === depart ? max + 1 : max]
  const echelle = scaleLinear([...domaine], [bas, haut])
  if (!borne) echelle.nice(GRADUATIONS)
  return { placer: (valeur) => echelle(valeur), graduations: echelle.ticks(GRADUATIONS) }
}

/** Where each of `nombre` points stands, from one edge to the other; alone, in the middle. */
export function echelleX(
  nombre: number,
  bords: readonly [number, number],
): (rang: number) => number {
  const rangs = Array.from({ length: nombre }, (_, rang) => rang)
  const echelle = scalePoint(rangs, [...bords])
  return (rang) => echelle(rang) ?? bords[0]
}

/** One name out of how many is written, for none to touch the next. `place`: pixels for one. */
export function pasDe(nombre: number, largeur: number, place: number): number {
  const possibles = Math.max(1, Math.floor(largeur / place))
  return Math.max(1, Math.ceil(nombre / possibles))
}

/** The stroke of a series: it stops where a figure is missing, and starts again after it. */
export function traceDe(
  valeurs: readonly Valeur[],
  x: (rang: number) => number,
  y: (valeur: number) => number,
): string {
  const trace = line<Valeur>()
    .defined((valeur) => valeur !== null)
    .x((_, rang) => x(rang))
    .y((valeur) => y(valeur ?? 0))
  return trace([...valeurs]) ?? ''
}

/** Every figure of a chart. */
export const toutesDe = ({ points }: Donnees): Valeur[] => points.flatMap(({ valeurs }) => valeurs)

/** A bar's length, of `largeur` pixels for the greatest figure; nothing for what is not known. */
export function longueurDe(
  valeur: Valeur,
  { maximum, largeur }: { maximum: number; largeur: number },
) {
  if (valeur === null || maximum <= 0) return 0
  return scaleLinear([0, maximum], [0, largeur]).clamp(true)(valeur)
}
