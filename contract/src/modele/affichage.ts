import { type Cellule, estMarqueur } from './cellule.ts'
import type { Nature, Valeur } from './modele.schema.ts'

/** What stands where there is no value: never 0. */
export const ABSENT = '—'

const NOMBRES: readonly Nature[] = ['entier', 'entierSigne', 'decimal', 'montant']

/** Whether the cells of this nature hold a number. */
export const estNombre = (nature: Nature): boolean => NOMBRES.includes(nature)
const ESPACE_FINE = '\u202f'
const ESPACE_INSECABLE = '\u00a0'
const MOINS = '\u2212'

/** One formatter per number of decimals: building one costs a hundred times its use. */
const formateurs: Intl.NumberFormat[] = []

function formateur(decimales: number): Intl.NumberFormat {
  formateurs[decimales] ??= new Intl.NumberFormat('fr-FR', { maximumFractionDigits: decimales })
  return formateurs[decimales]
}

/**
 * A French figure: `1 234,5` with U+202F between groups, U+2212 before a negative one.
 * @param decimales at most; 2 unless told.
 */
export function formaterNombre(nombre: number, decimales = 2): string {
  if (Number.isInteger(nombre)) return formaterEntier(nombre)
  const texte = formateur(decimales).format(Math.abs(nombre))
  const negatif = nombre < 0 && /[1-9]/.test(texte)
  return negatif ? MOINS + texte : texte
}

/** Integers are most figures of a form, and need no `Intl`. */
function formaterEntier(nombre: number): string {
  const absolu = Math.abs(nombre)
  if (absolu < 1000) return nombre < 0 ? `${MOINS}${absolu}` : `${absolu}`
  if (absolu >= 1e15) return formateur(0).format(nombre).replace('-', MOINS)
  const chiffres = String(absolu)
  let texte = chiffres.slice(-3)
  for (let fin = chiffres.length - 3; fin > 0; fin -= 3)
    texte = chiffres.slice(Math.max(0, fin - 3), fin) + ESPACE_FINE + texte
  return nombre < 0 ? MOINS + texte : texte
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
export function formaterValeur(cellule: Cellule, valeur: Valeur | null | undefined): string {
  if (valeur === undefined || valeur === null) return ABSENT
  if (estMarqueur(cellule, valeur)) return valeur
  if (typeof valeur === 'number') {
    const nombre = formaterNombre(valeur, decimalesDe(cellule))
    return cellule.unite === '%' ? `${nombre}${ESPACE_INSECABLE}%` : nombre
  }
  if (typeof valeur === 'boolean') return valeur ? 'Oui' : 'Non'
  if (cellule.nature === 'date') return formaterDate(valeur)
  return cellule.codes?.find(({ code }) => code === valeur)?.libelle ?? valeur
}
