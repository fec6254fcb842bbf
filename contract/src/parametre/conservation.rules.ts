/** Least and greatest number of months that the journal may be kept (decision 0011). */
export const BORNES_CONSERVATION = { min: 6, max: 120 } as const

/** Whether a number of months is whole, and within the bounds. */
export function estConservation(mois: number): boolean {
  const { min, max } = BORNES_CONSERVATION
  return Number.isInteger(mois) && mois >= min && mois <= max
}

const DERNIER_DU_MOIS = (annee: number, mois: number) => new Date(Date.UTC(annee, mois + 1, 0))

/**
 * The day before which a journal kept so many months loses its lines, as `AAAA-MM-JJ`: the same day,
 * that many months before `jour`, or the last of its month where there is no such day.
 */
export function limiteConservation(jour: string, mois: number): string {
  const [annee = 0, rang = 1, quantieme = 1] = jour.split('-').map(Number)
  const dernier = DERNIER_DU_MOIS(annee, rang - 1 - mois)
  dernier.setUTCDate(Math.min(quantieme, dernier.getUTCDate()))
  return dernier.toISOString().slice(0, 10)
}
