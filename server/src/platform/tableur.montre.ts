import { ecrireDecimal, fois } from '@releve/contract/exact.ts'
import type { Cell, CellValue } from 'hucre/xlsx'

// What a cell of a workbook shows, where that is not what it holds: a footnote beside a figure, the
// zeros at the head of a code, a part of a hundred.

const CHIFFRES = '0123456789+-=()'
const EN_EXPOSANT = '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾'
const EN_INDICE = '₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎'

type Morceau = NonNullable<Cell['richText']>[number]

/** The signs of a run as it shows them: a figure above or below the line is none of its number. */
function morceauMontre({ text, font }: Morceau): string {
  const { vertAlign } = font ?? {}
  if (vertAlign === undefined) return text
  const hors = vertAlign === 'superscript' ? EN_EXPOSANT : EN_INDICE
  return text.replace(/[-0-9+=()]/g, (signe) => hors[CHIFFRES.indexOf(signe)] ?? signe)
}

/** A mark of a number format: a sign that counts, or a text that is shown as it is. */
type Marque = { signe: string } | { texte: string }

/** Colours, conditions and languages say nothing; `_` leaves a blank as wide as a sign, `*` fills. */
const MARQUE = /\[[^\]]*\]|"([^"]*)"|\\([\s\S])|_[\s\S]|\*[\s\S]|([\s\S])/g

/** The parts of a number format (positive, negative, zero, text), each as its marks. */
function partiesDe(format: string): Marque[][] {
  const parties: Marque[][] = [[]]
  for (const [, entre, echappe, signe] of format.matchAll(MARQUE)) {
    if (signe === ';') parties.push([])
    else if (signe !== undefined) parties.at(-1)?.push({ signe })
    else if (entre ?? echappe) parties.at(-1)?.push({ texte: entre ?? echappe ?? '' })
  }
  return parties
}

const estSigne = (marque: Marque, signes: string): boolean =>
  'signe' in marque && signes.includes(marque.signe)

/** Whether it shows a number otherwise than digit by digit: decimals, thousands, days, powers. */
const AUTREMENT = '.,/@%EeGg'
const PLACES = '0#?'

/**
 * How many digits it shows at least, when those are more than the number has by itself, or follow a
 * word: such a number is a code. 0: it is none.
 */
function longueurDe(marques: readonly Marque[]): number {
  if (marques.some((marque) => estSigne(marque, AUTREMENT))) return 0
  const places = marques.filter((marque) => estSigne(marque, PLACES))
  const premier = places.findIndex((marque) => estSigne(marque, '0'))
  if (premier < 0) return 0
  const longueur = places.length - premier
  const debut = marques.findIndex((marque) => estSigne(marque, PLACES))
  const avant = marques.slice(0, debut)
  const nomme = avant.some((marque) => 'texte' in marque && /[\p{L}\p{N}]/u.test(marque.texte))
  return longueur > 1 || nomme ? longueur : 0
}

/** Puts the digits in their places, from the last one; the first place takes all that is left. */
function placer(chiffres: string, marques: readonly Marque[]): string {
  let reste = chiffres
  let places = marques.filter((marque) => estSigne(marque, PLACES)).length
  let dit = ''
  for (const marque of marques.toReversed()) {
    if ('texte' in marque) dit = marque.texte + dit
    else if (!PLACES.includes(marque.signe)) dit = marque.signe + dit
    else {
      places -= 1
      const pris = places === 0 ? reste : reste.slice(-1)
      dit = pris + dit
      reste = reste.slice(0, reste.length - pris.length)
    }
  }
  return dit.trim()
}

function nombreMontre(nombre: number, format: string): number | string {
  const parties = partiesDe(format)
  const rang = nombre < 0 ? 1 : nombre === 0 && parties.length > 2 ? 2 : 0
  const marques = parties[rang] ?? parties[0] ?? []
  if (marques.some((marque) => estSigne(marque, '%')))
    return `${ecrireDecimal(fois(nombre, 100), 20)}\u00a0%`.replace('.', ',')
  const longueur = longueurDe(marques)
  if (longueur === 0 || nombre < 0 || !Number.isSafeInteger(nombre)) return nombre
  return placer(String(nombre).padStart(longueur, '0'), marques)
}

/**
 * What a cell shows: a number as its format writes a code or a part of a hundred, else as it is; a
 * text with what stands above its line in the signs that say so (`1²`), which make no figure.
 */
export function montre({ value, richText, style }: Cell): CellValue {
  if (richText) return richText.map(morceauMontre).join('')
  const format = style?.numFmt
  if (typeof value !== 'number' || format === undefined) return value
  return nombreMontre(value, format)
}
