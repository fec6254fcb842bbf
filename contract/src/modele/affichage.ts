import { ecrireDecimal, estNombreExact, type NombreExact } from '../exact.ts'
import { type Cellule, estMarqueur } from './cellule.ts'
import type { Operande } from './etat.ts'
import type { Nature } from './modele.schema.ts'

/** What stands where there is no value: never 0. */
export const ABSENT = '—'

const NOMBRES: readonly Nature[] = ['entier', 'entierSigne', 'decimal', 'montant']

/** Whether the cells of this nature hold a number. */
export const estNombre = (nature: Nature): boolean => NOMBRES.includes(nature)
const ESPACE_FINE = '\u202f'
const ESPACE_INSECABLE = '\u00a0'
const MOINS = '\u2212'

/**
 * A French figure: `1 234,5` with U+202F between groups, U+2212 before a negative one.
 * @param decimales at most; 2 unless told.
 */
export function formaterNombre(nombre: NombreExact, decimales = 2): string {
  // Most figures of a form are such integers.
  const entier = typeof nombre === 'number' && Number.isSafeInteger(nombre)
  const ecrit = entier ? `${nombre}` : ecrireDecimal(nombre, decimales)
  const negatif = ecrit.startsWith('-')
  const [chiffres = '', suite] = (negatif ? ecrit.slice(1) : ecrit).split('.')
  const texte = suite === undefined ? grouper(chiffres) : `${grouper(chiffres)},${suite}`
  return negatif ? MOINS + texte : texte
}

function grouper(chiffres: string): string {
  let texte = chiffres.slice(-3)
  for (let fin = chiffres.length - 3; fin > 0; fin -= 3)
    texte = chiffres.slice(Math.max(0, fin - 3), fin) + ESPACE_FINE + texte
  return texte
}

/** `2025-03-01` → `01/03/2025`. */
export function formaterDate(date: string): string {
  const [annee, mois, jour] = date.split('-')
  return `${jour}/${mois}/${annee}`
}

/** Decimals that a cell shows at most: what it says, else all those entered, and 2 of computed ones. */
export function decimalesDe({ decimales, calculee }: Cellule): number {
  return decimales ?? (calculee ? 2 : 6)
}

/**
 * A value as people read it: `1 234,5`, `12,3 %`, `01/03/2025`, `Oui`, the label of a code, `ND`,
 * `SO`, `—` for a blank. The unit is shown for `%` only: others stand in the heading.
 */
export function formaterValeur(cellule: Cellule, valeur: Operande | null | undefined): string {
  if (valeur === undefined || valeur === null) return ABSENT
  if (estMarqueur(cellule, valeur)) return valeur
  if (estNombreExact(valeur)) {
    const nombre = formaterNombre(valeur, decimalesDe(cellule))
    return cellule.unite === '%' ? `${nombre}${ESPACE_INSECABLE}%` : nombre
  }
  if (typeof valeur === 'boolean') return valeur ? 'Oui' : 'Non'
  if (cellule.nature === 'date') return formaterDate(valeur)
  return cellule.codes?.find(({ code }) => code === valeur)?.libelle ?? valeur
}
