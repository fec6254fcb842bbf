/**
 * Whether two figures are the same. Integers must be; decimals may differ by what binary floats
 * lose: values have at most 6 decimals, so that 10^-9 (or 10^-13 of large ones) is noise.
 */
export function egaux(a: number, b: number): boolean {
  if (a === b) return true
  if (Number.isInteger(a) && Number.isInteger(b)) return false
  return Math.abs(a - b) <= Math.max(1e-9, 1e-13 * Math.max(Math.abs(a), Math.abs(b)))
}

/** Drops the last binary noise, so that 0,1 + 0,2 is kept and shown as 0,3. */
export function nettoyer(nombre: number): number {
  if (Number.isInteger(nombre)) return nombre === 0 ? 0 : nombre
  return Number(nombre.toPrecision(15))
}

/** Rounds half away from zero, as people do; `decimales` may be negative (-3: to the thousand). */
export function arrondir(nombre: number, decimales: number): number {
  const facteur = 10 ** Math.abs(decimales)
  const produit = decimales < 0 ? Math.abs(nombre) / facteur : Math.abs(nombre) * facteur
  // 1,005 × 100 is 100,49999999999999 in floats: a nudge of relative noise restores the half.
  const entier = Math.floor(produit * (1 + 2 ** -50) + 0.5)
  const arrondi = decimales < 0 ? entier * facteur : entier / facteur
  return nombre < 0 ? -arrondi : arrondi
}
