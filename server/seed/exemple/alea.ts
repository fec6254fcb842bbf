/** Draws in [0, 1): always the same series for the same seed, so that demonstrations repeat. */
export type Alea = () => number

/** A small generator (mulberry32): 32 bits of state, good enough for plausible figures. */
export function alea(graine: number): Alea {
  let etat = graine >>> 0
  return () => {
    etat = (etat + 0x6d2b79f5) >>> 0
    let x = Math.imul(etat ^ (etat >>> 15), 1 | etat)
    x = (x + Math.imul(x ^ (x >>> 7), 61 | x)) ^ x
    return ((x ^ (x >>> 14)) >>> 0) / 4294967296
  }
}

/** A whole number from `min` to `max`, both included. */
export function entier(hasard: Alea, min: number, max: number): number {
  return min + Math.floor(hasard() * (max - min + 1))
}

/** Code → weight. A code that is not named weighs nothing. */
export type Poids = Record<string, number>

/**
 * Splits a stock by weights, to the unit, by largest remainders: the parts sum to the total, and
 * change little when the total changes little. All in the first part when no weight is positive.
 */
export function repartir(total: number, poids: Poids): Poids {
  const somme = Object.values(poids).reduce((a, b) => a + b, 0)
  const parts = Object.entries(poids).map(([code, poidsDuCode], rang) => {
    const exacte = somme > 0 ? (total * poidsDuCode) / somme : rang === 0 ? total : 0
    return { code, part: Math.floor(exacte), reste: exacte - Math.floor(exacte) }
  })
  const manque = total - parts.reduce((a, { part }) => a + part, 0)
  const servis = parts.toSorted((a, b) => b.reste - a.reste).slice(0, manque)
  for (const part of servis) part.part += 1
  return Object.fromEntries(parts.map(({ code, part }) => [code, part]))
}

/** Draws a flow, one unit after another, by weights: small numbers, different every month. */
export function tirer(hasard: Alea, total: number, poids: Poids): Poids {
  const codes = Object.keys(poids)
  const somme = Object.values(poids).reduce((a, b) => a + b, 0)
  const tirage: Poids = Object.fromEntries(codes.map((code) => [code, 0]))
  for (let i = 0; i < total; i += 1) {
    let seuil = hasard() * somme
    const tire = codes.find((code) => {
      seuil -= poids[code] ?? 0
      return seuil < 0
    })
    const code = tire ?? codes[0]
    if (code !== undefined) tirage[code] = (tirage[code] ?? 0) + 1
  }
  return tirage
}

/** One of the texts. Throws when there is none. */
export function choisir(hasard: Alea, textes: readonly string[]): string {
  const texte = textes[entier(hasard, 0, textes.length - 1)]
  if (texte === undefined) throw new Error('Aucun texte à choisir')
  return texte
}
