/**
 * Probability that two series as far apart as these come from one distribution (Mann–Whitney U, two
 * sides, normal approximation with the correction for ties and for continuity): a test of ranks,
 * so that a machine that stops for a second weighs no more than its one measure. From 20 each.
 */
export function probabiliteMemeLoi(a: readonly number[], b: readonly number[]): number {
  const n = a.length + b.length
  const valeurs = [...a, ...b].toSorted((x, y) => x - y)
  const rangs = new Map<number, number>()
  let liens = 0
  for (let debut = 0; debut < n; ) {
    const valeur = valeurs[debut] ?? Number.NaN
    const fin = valeurs.lastIndexOf(valeur) + 1
    // Equal measures share the mean of their ranks.
    rangs.set(valeur, (debut + 1 + fin) / 2)
    liens += (fin - debut) ** 3 - (fin - debut)
    debut = fin
  }
  const somme = a.reduce((total, valeur) => total + (rangs.get(valeur) ?? Number.NaN), 0)
  const u = somme - (a.length * (a.length + 1)) / 2
  const ecart = Math.max(0, Math.abs(u - (a.length * b.length) / 2) - 0.5)
  const variance = ((a.length * b.length) / 12) * (n + 1 - liens / (n * (n - 1)))
  return variance === 0 ? 1 : 2 * queueNormale(ecart / Math.sqrt(variance))
}

/** Share of the normal law beyond z ≥ 0 (Abramowitz and Stegun 26.2.17, to 1e-7). */
function queueNormale(z: number): number {
  const t = 1 / (1 + 0.231_641_9 * z)
  const coefficients = [1.330_274_429, -1.821_255_978, 1.781_477_937, -0.356_563_782, 0.319_381_53]
  const polynome = coefficients.reduce((total, c) => (total + c) * t, 0)
  return (Math.exp(-(z ** 2) / 2) / Math.sqrt(2 * Math.PI)) * polynome
}

/**
 * Times of two calls in milliseconds, taken in turn, in an order that changes at each pair; the
 * first pairs, which warm up, are left aside. `avant` runs outside the measure.
 */
export async function mesurer(
  { paires, avant }: { paires: number; avant: () => Promise<unknown> },
  appels: readonly [() => Promise<unknown>, () => Promise<unknown>],
): Promise<[number[], number[]]> {
  const temps: [number[], number[]] = [[], []]
  const CHAUFFE = 8
  for (let paire = -CHAUFFE; paire < paires; paire += 1) {
    for (const cote of paire % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
      await avant()
      const debut = performance.now()
      await appels[cote]()
      if (paire >= 0) temps[cote].push(performance.now() - debut)
    }
  }
  return temps
}
