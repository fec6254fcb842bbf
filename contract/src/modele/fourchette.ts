import { enNombre, fois } from '../exact.ts'
import type { Cellule } from './cellule.ts'

/** A figure of a cell's past, and how many months ago it was said. */
export type ChiffrePasse = { age: number; valeur: number }

/** Between which figures a cell stands as a rule; `constante`: it has always been the same one. */
export type Fourchette = { min: number; max: number; constante: boolean }

/** Fewer figures than this say nothing of what is usual. */
export const CHIFFRES_MIN = 6
/** What is usual is what the last ones were: a structure grows, moves, closes a wing. */
const CHIFFRES_MAX = 12
/** Same months of other years that make a season. */
const SAISONS_MIN = 2
/** Median absolute deviation to standard deviation, were the figures drawn from a bell. */
const ECART_TYPE = 1.4826
const DECIMALES_MAX = 6

function medianeDe(triees: readonly number[]): number {
  const milieu = triees.length / 2
  const [avant = 0, apres = 0] = [triees[Math.ceil(milieu) - 1], triees[Math.floor(milieu)]]
  return (avant + apres) / 2
}

/**
 * What a figure may move by chance, whatever its past: that of a count (twice its root), a tenth of
 * an amount, and two units of the smallest. So « +1 » is never unusual, not even after a year of 0.
 */
const jeuDe = (valeur: number) =>
  Math.max(2, 2 * Math.sqrt(Math.abs(valeur)), Math.abs(valeur) / 10)

type Bornes = { bas: number; haut: number }

function bornesDe(valeurs: readonly number[]): Bornes {
  const triees = valeurs.toSorted((a, b) => a - b)
  const mediane = medianeDe(triees)
  const ecarts = triees.map((valeur) => Math.abs(valeur - mediane)).toSorted((a, b) => a - b)
  const jeu = Math.max(jeuDe(mediane), 3 * ECART_TYPE * medianeDe(ecarts))
  // Without the lowest and the highest: one typing error of a past month widens nothing.
  const [bas = mediane, haut = mediane] = [triees[1], triees.at(-2)]
  return { bas: Math.min(bas, mediane - jeu), haut: Math.max(haut, mediane + jeu) }
}

/**
 * What this month was in other years is usual too, where those years resemble each other. It widens
 * and never narrows: two figures are too few to call unusual what the rest of the year is.
 */
function avecSaison({ bas, haut }: Bornes, passe: readonly ChiffrePasse[]): Bornes {
  const saison = passe.filter(({ age }) => age % 12 === 0).map(({ valeur }) => valeur)
  const [min, max] = [Math.min(...saison), Math.max(...saison)]
  const semblables = max - min <= 2 * jeuDe((min + max) / 2)
  if (saison.length < SAISONS_MIN || !semblables) return { bas, haut }
  return { bas: Math.min(bas, min - jeuDe(min)), haut: Math.max(haut, max + jeuDe(max)) }
}

/** To what a person reads: two digits of what separates the bounds, never narrower. */
function arrondir({ bas, haut }: Bornes, decimales: number): Bornes {
  const rang = Math.max(-decimales, Math.floor(Math.log10(haut - bas)) - 1)
  const [unites, par] = rang < 0 ? [10 ** -rang, 1] : [1, 10 ** rang]
  const enUnites = (borne: number) => enNombre(fois(borne, unites)) / par
  return {
    bas: (Math.floor(enUnites(bas)) * par) / unites,
    haut: (Math.ceil(enUnites(haut)) * par) / unites,
  }
}

type CelluleBornee = Pick<Cellule, 'nature' | 'decimales' | 'calculee' | 'min' | 'max'>

/**
 * Between which figures this cell stands as a rule, by its own past; null while fewer than
 * `CHIFFRES_MIN` are known (docs/conception.md, 3). Of the last twelve: from the median, the
 * greater of a play and of three robust deviations; at least all of them but the lowest and the
 * highest; and what the same month was in other years.
 * @param passe in any order; blanks, ND and SO are not in it.
 */
export function fourchetteDe(
  cellule: CelluleBornee,
  passe: readonly ChiffrePasse[],
): Fourchette | null {
  const recents = passe.toSorted((a, b) => a.age - b.age).slice(0, CHIFFRES_MAX)
  if (recents.length < CHIFFRES_MIN) return null
  const valeurs = recents.map(({ valeur }) => valeur)
  const decimales = cellule.nature === 'decimal' || cellule.calculee ? DECIMALES_MAX : 0
  const bornes = avecSaison(bornesDe(valeurs), passe)
  const { bas, haut } = arrondir(bornes, cellule.decimales ?? decimales)
  const jamaisNegatif = passe.every(({ valeur }) => valeur >= 0)
  return {
    min: Math.max(bas, cellule.min ?? bas, jamaisNegatif ? 0 : bas),
    max: Math.min(haut, cellule.max ?? haut),
    constante: new Set(valeurs).size === 1,
  }
}

/** On which side of what is usual: 1 above, -1 below, 0 within. */
export function sensDe({ min, max }: Fourchette, valeur: number): -1 | 0 | 1 {
  if (valeur > max) return 1
  return valeur < min ? -1 : 0
}
