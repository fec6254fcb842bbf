/** Least and greatest values of the limits of sessions, whole numbers: server and screen ask both. */
export const BORNES_SECURITE = {
  sessionInactiviteMinutes: [5, 480],
  sessionDureeHeures: [1, 24],
} as const

/** Whether a limit is a whole number within its bounds. */
export function estLimite(cle: keyof typeof BORNES_SECURITE, valeur: number): boolean {
  const [min, max] = BORNES_SECURITE[cle]
  return Number.isInteger(valeur) && valeur >= min && valeur <= max
}
