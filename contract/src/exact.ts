/**
 * Figures that nothing rounds (decision 0087). A `number` stands for the decimal that its shortest
 * text writes: 0.1 is a tenth. What such a number cannot say, a quotient or a product of many
 * digits, is a `Fraction`. Below 2^53, whole numbers are added and multiplied by the machine.
 */
export class Fraction {
  /** Whole; both are numbers of the machine where they are below 2^53, which is ten times faster. */
  readonly haut: number | bigint
  /** Above 0; the fraction is not reduced. */
  readonly bas: number | bigint

  constructor(haut: number | bigint, bas: number | bigint) {
    this.haut = haut
    this.bas = bas
  }

  get n(): bigint {
    return BigInt(this.haut)
  }

  get d(): bigint {
    return BigInt(this.bas)
  }
}

export type NombreExact = number | Fraction

export const estNombreExact = (lu: unknown): lu is NombreExact =>
  typeof lu === 'number' || lu instanceof Fraction

/** Digits that JSON, spreadsheets and floats all keep: those of a longer figure would change. */
export const CHIFFRES_MAX = 15
const TROP_GRAND = 10 ** CHIFFRES_MAX

/** Significant digits of a number as it is written, with a point or an exponent. */
export function compterChiffres(texte: string): number {
  const [mantisse = ''] = texte.toLowerCase().split('e')
  const chiffres = mantisse.replace(/\D/g, '').replace(/^0+/, '')
  return (mantisse.includes('.') ? chiffres.replace(/0+$/, '') : chiffres).length
}

function lireFraction(texte: string): Fraction {
  const [mantisse = '', exposant = '0'] = texte.split('e')
  const [entier = '', decimales = ''] = mantisse.split('.')
  const n = BigInt(entier + decimales)
  const puissance = Number(exposant) - decimales.length
  if (puissance < 0) return new Fraction(n, 10n ** BigInt(-puissance))
  return new Fraction(n * 10n ** BigInt(puissance), 1n)
}

/** The number that a text writes with a point, to its last digit. */
export function lireDecimal(texte: string): NombreExact {
  return compterChiffres(texte) > CHIFFRES_MAX ? lireFraction(texte) : Number(texte)
}

function fractionDe(nombre: NombreExact): Fraction {
  if (typeof nombre !== 'number') return nombre
  if (Number.isSafeInteger(nombre)) return new Fraction(nombre, 1)
  return fractionCourte(nombre) ?? lireFraction(String(nombre))
}

/** Decimals of most figures: with a seventh, or a sixteenth digit, their text is read. */
const PUISSANCES = [10, 100, 1000, 10_000, 100_000, 1_000_000]

/** A decimal of few digits. Two of 15 digits are never one float: this is the one that it stands for. */
function fractionCourte(nombre: number): Fraction | null {
  for (const bas of PUISSANCES) {
    const haut = Math.round(nombre * bas)
    if (Math.abs(haut) >= TROP_GRAND) return null
    if (haut / bas === nombre) return new Fraction(haut, bas)
  }
  return null
}

type Courte = Fraction & { haut: number; bas: number }

const estCourte = (fraction: Fraction): fraction is Courte =>
  typeof fraction.haut === 'number' && typeof fraction.bas === 'number'

/** Null where it is not exact: a product of floats that is below 2^53 is. */
function courte(haut: number, bas: number): NombreExact | null {
  if (!Number.isSafeInteger(haut) || !Number.isSafeInteger(bas)) return null
  return haut % bas === 0 ? haut / bas + 0 : new Fraction(haut, bas)
}

function plusCourtes(x: Courte, y: Courte): NombreExact | null {
  if (x.bas === y.bas) return courte(x.haut + y.haut, x.bas)
  const [grand, petit] = x.bas > y.bas ? [x, y] : [y, x]
  // Of decimals, one denominator divides the other.
  if (grand.bas % petit.bas !== 0) return null
  const haut = petit.haut * (grand.bas / petit.bas)
  return Number.isSafeInteger(haut) ? courte(grand.haut + haut, grand.bas) : null
}

const surs = (a: number, b: number, resultat: number): boolean =>
  Number.isSafeInteger(resultat) && Number.isSafeInteger(a) && Number.isSafeInteger(b)

export function plus(a: NombreExact, b: NombreExact): NombreExact {
  if (typeof a === 'number' && typeof b === 'number') {
    const somme = a + b
    if (surs(a, b, somme)) return somme
  }
  const [x, y] = [fractionDe(a), fractionDe(b)]
  const vite = estCourte(x) && estCourte(y) ? plusCourtes(x, y) : null
  if (vite !== null) return vite
  // That of a sum of many decimals does not grow.
  if (x.d % y.d === 0n) return new Fraction(x.n + y.n * (x.d / y.d), x.d)
  if (y.d % x.d === 0n) return new Fraction(x.n * (y.d / x.d) + y.n, y.d)
  return new Fraction(x.n * y.d + y.n * x.d, x.d * y.d)
}

/** Never -0, which is not 0 to whoever compares what is kept. */
export function oppose(a: NombreExact): NombreExact {
  if (typeof a === 'number') return 0 - a
  return estCourte(a) ? new Fraction(0 - a.haut, a.bas) : new Fraction(-a.n, a.d)
}

export function moins(a: NombreExact, b: NombreExact): NombreExact {
  return plus(a, oppose(b))
}

export function fois(a: NombreExact, b: NombreExact): NombreExact {
  if (typeof a === 'number' && typeof b === 'number') {
    const produit = a * b
    if (surs(a, b, produit)) return produit + 0
  }
  const [x, y] = [fractionDe(a), fractionDe(b)]
  const vite = estCourte(x) && estCourte(y) ? courte(x.haut * y.haut, x.bas * y.bas) : null
  return vite ?? new Fraction(x.n * y.n, x.d * y.d)
}

/** Undefined: nothing divides by 0. */
export function divise(a: NombreExact, b: NombreExact): NombreExact | undefined {
  const [x, y] = [fractionDe(a), fractionDe(b)]
  if (estCourte(x) && estCourte(y)) {
    if (y.haut === 0) return undefined
    const sens = y.haut < 0 ? -1 : 1
    const vite = courte(sens * x.haut * y.bas, x.bas * sens * y.haut)
    if (vite !== null) return vite
  }
  if (y.n === 0n) return undefined
  return y.n < 0n ? new Fraction(-x.n * y.d, x.d * -y.n) : new Fraction(x.n * y.d, x.d * y.n)
}

export function additionner(nombres: readonly NombreExact[]): NombreExact {
  return nombres.reduce<NombreExact>(plus, 0)
}

/** Below 0 when `a` is the smaller, 0 when both are the same figure. */
export function confronter(a: NombreExact, b: NombreExact): number {
  // The order of floats is that of the decimals that they stand for.
  if (typeof a === 'number' && typeof b === 'number') return a < b ? -1 : a > b ? 1 : 0
  const [x, y] = [fractionDe(a), fractionDe(b)]
  if (estCourte(x) && estCourte(y)) {
    const [gauche, droite] = [x.haut * y.bas, y.haut * x.bas]
    if (surs(gauche, droite, 0)) return gauche < droite ? -1 : gauche > droite ? 1 : 0
  }
  const ecart = x.n * y.d - y.n * x.d
  return ecart < 0n ? -1 : ecart > 0n ? 1 : 0
}

export function absolu(a: NombreExact): NombreExact {
  return confronter(a, 0) < 0 ? oppose(a) : a
}

const sansSigne = (n: bigint): bigint => (n < 0n ? -n : n)

const puissanceDe10 = (exposant: number): bigint => 10n ** BigInt(exposant)

/** So many units of 10^-decimales, the nearest; of two as near, the farther from 0. */
function unitesDe({ n, d }: Fraction, decimales: number): bigint {
  const haut = decimales < 0 ? n : n * puissanceDe10(decimales)
  const bas = decimales < 0 ? d * puissanceDe10(-decimales) : d
  const unites = (2n * sansSigne(haut) + bas) / (2n * bas)
  return n < 0n ? -unites : unites
}

/** The same of a quotient of two numbers, without leaving the machine's; null where it cannot. */
function unitesSures(nombre: NombreExact, decimales: number): number | null {
  if (typeof nombre === 'number' || !estCourte(nombre)) return null
  const { haut, bas } = nombre
  const double = 2 * Math.abs(haut) * 10 ** decimales + bas
  if (!Number.isSafeInteger(double)) return null
  const unites = (double - (double % (2 * bas))) / (2 * bas)
  return haut < 0 ? 0 - unites : unites
}

const nombreDe = (unites: bigint, decimales: number): number => Number(`${unites}e${-decimales}`)

/**
 * Rounds half away from zero, as people do, and keeps all the digits that are asked; `decimales` may
 * be negative (-3: to the thousand).
 */
export function arrondirExact(nombre: NombreExact, decimales: number): NombreExact {
  if (decimales >= 0 && Number.isSafeInteger(nombre)) return nombre
  const sur = decimales >= 0 ? unitesSures(nombre, decimales) : null
  if (sur !== null) return decimales === 0 ? sur : new Fraction(sur, 10 ** decimales)
  const unites = unitesDe(fractionDe(nombre), decimales)
  if (decimales < 0) return new Fraction(unites * puissanceDe10(-decimales), 1n)
  return new Fraction(unites, puissanceDe10(decimales))
}

/** The same as a number: what screens, files, rates and variations round by. */
export function arrondir(nombre: NombreExact, decimales: number): number {
  if (typeof nombre === 'number') {
    if (!Number.isFinite(nombre)) return nombre
    if (decimales >= 0 && Number.isSafeInteger(nombre)) return nombre + 0
  }
  return nombreDe(unitesDe(fractionDe(nombre), decimales), decimales)
}

/** The decimals that make so many significant digits of a figure; negative, it has more whole ones. */
function decimalesPour({ n, d }: Fraction, chiffres: number): number {
  const entier = sansSigne(n)
  // Of one digit more, or of as many, before the point, once multiplied by that power of ten.
  const decimales = chiffres + String(d).length - String(entier).length
  const haut = decimales < 0 ? entier : entier * puissanceDe10(decimales)
  const bas = decimales < 0 ? d * puissanceDe10(-decimales) : d
  return haut / bas < puissanceDe10(chiffres) ? decimales : decimales - 1
}

/** Digits that tell any float from the next. */
const CHIFFRES_D_UN_NOMBRE = 17

/** The nearest number: for a figure that is drawn, or that nothing more is computed from. */
export function enNombre(nombre: NombreExact): number {
  if (typeof nombre === 'number') return nombre
  const decimales = decimalesPour(nombre, CHIFFRES_D_UN_NOMBRE)
  return nombreDe(unitesDe(nombre, decimales), decimales)
}

/** No float has a digit beyond. */
const DECIMALES_MAX = 1074

/** Whether so many units are written with the digits that are kept, the last zeros of decimals apart. */
function tient(unites: bigint, decimales: number): boolean {
  const texte = String(sansSigne(unites))
  const zeros = /0*$/.exec(texte)?.[0].length ?? 0
  return texte.length - Math.min(zeros, decimales) <= CHIFFRES_MAX
}

/** A quotient to its decimals, where the machine's numbers are enough; null where they are not. */
function arrondiSur(nombre: Fraction, decimales: number): number | null {
  const unites = unitesSures(nombre, decimales)
  return unites !== null && Math.abs(unites) < TROP_GRAND ? unites / 10 ** decimales : null
}

/**
 * A quotient to 15 significant digits, where the machine's division, right to the 16th, is enough to
 * know how they round; null where it is not.
 */
function quotientSur(nombre: Fraction): number | null {
  if (!estCourte(nombre)) return null
  const { haut, bas } = nombre
  const quotient = haut / bas
  if (Math.abs(haut) < TROP_GRAND && PUISSANCES.includes(bas)) return quotient
  const apres = Number(/(\d\d)(?:e|$)/.exec(quotient.toPrecision(17))?.[1])
  const douteux = !(apres < 35 || apres > 65) || Math.abs(quotient) >= TROP_GRAND / 10
  return douteux ? null : Number(quotient.toPrecision(CHIFFRES_MAX))
}

/**
 * A result as a cell keeps it: rounded once, to its decimals, or to 15 significant digits if it
 * names none. Null: it takes more digits than are kept.
 */
export function garder(nombre: NombreExact, decimales: number | null): number | null {
  if (typeof nombre === 'number' && Number.isSafeInteger(nombre))
    return Math.abs(nombre) < TROP_GRAND ? nombre + 0 : null
  const fraction = fractionDe(nombre)
  const vite = decimales === null ? quotientSur(fraction) : arrondiSur(fraction, decimales)
  if (vite !== null) return vite
  const places = decimales ?? decimalesPour(fraction, CHIFFRES_MAX)
  if (places < 0) return null
  const unites = unitesDe(fraction, places)
  return tient(unites, places) ? nombreDe(unites, places) : null
}

/** All the digits of a number, with a point and without an exponent: what a file of text holds. */
export function ecrireChiffres(nombre: number): string {
  const texte = String(nombre)
  return texte.includes('e') ? ecrireDecimal(nombre, DECIMALES_MAX) : texte
}

/** `-1234.5`: rounded as `arrondir` does, with a point, without an exponent nor last zeros. */
export function ecrireDecimal(nombre: NombreExact, decimales: number): string {
  const unites = unitesDe(fractionDe(nombre), decimales)
  const chiffres = String(sansSigne(unites)).padStart(decimales + 1, '0')
  const coupe = chiffres.length - decimales
  const suite = chiffres.slice(coupe).replace(/0+$/, '')
  const texte = chiffres.slice(0, coupe) + (suite && `.${suite}`)
  return unites < 0n ? `-${texte}` : texte
}
