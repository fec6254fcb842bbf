/** A report that is not cancelled, in the month of rank `rang`. */
export type FormulaireNomme = { numero: string; modele: string; rang: number }

/** A sentence names this many. */
const NOMMES_MAX = 3

/** « le rapport A », « les rapports A, B, C et 4 autres ». */
export function direFormulaires(formulaires: readonly FormulaireNomme[]): string {
  const [premier, ...autres] = formulaires
  if (autres.length === 0) return `le rapport ${premier?.numero ?? ''}`
  const nommes = formulaires.slice(0, NOMMES_MAX).map(({ numero }) => numero)
  const reste = formulaires.length - nommes.length
  const fin = reste > 0 ? `${reste}\u00a0${reste > 1 ? 'autres' : 'autre'}` : nommes.pop()
  return `les rapports ${nommes.join(', ')} et ${fin}`
}
