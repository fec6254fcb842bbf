import type { Enonce } from '@releve/contract/erreur.ts'

/** A report that is not cancelled, in the month of rank `rang`. */
export type Rapport = { numero: string; modele: string; rang: number }

/** A sentence names this many. */
const NOMMES_MAX = 3

/** « le rapport A », « les rapports A, B, C et 4 autres ». */
export function direRapports(rapports: readonly Rapport[]): string {
  const [premier, ...autres] = rapports
  if (autres.length === 0) return `le rapport ${premier?.numero ?? ''}`
  const nommes = rapports.slice(0, NOMMES_MAX).map(({ numero }) => numero)
  const reste = rapports.length - nommes.length
  const fin = reste > 0 ? `${reste}\u00a0${reste > 1 ? 'autres' : 'autre'}` : nommes.pop()
  return `les rapports ${nommes.join(', ')} et ${fin}`
}

/** A refusal that names the reports in its way; null: there are none. */
export const selonRapports = (
  rapports: readonly Rapport[],
  enonce: (dits: string) => Enonce,
): Enonce | null => (rapports.length === 0 ? null : enonce(direRapports(rapports)))
