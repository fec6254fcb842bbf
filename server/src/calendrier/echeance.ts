import { echeanceDe } from '@releve/contract/calendrier/calendrier.rules.ts'
import { periodeDe } from '@releve/contract/mois.ts'
import type { Reglages } from '../parametre/calendrier.ts'

/** What the due date of a report rests on, begun or not: `echeanceSql`. */
type DateFormulaire = {
  rang: number
  /** The date that it was received with, where it was not its month's. */
  echeance: string | null
  rouvertJusqua: string | null
}

/** No day to wait for: the month was opened again without an end. */
const SANS_FIN = '9999-12-31'

/**
 * The due date of a report. Received, it is the one of then; until then its month's, or the last day
 * on which its month is open again.
 */
export function echeanceDuFormulaire(
  { rang, echeance, rouvertJusqua }: DateFormulaire,
  reglages: Reglages,
  recu: boolean,
): string {
  const duMois = echeanceDe(periodeDe(rang), reglages)
  if (recu) return echeance ?? duMois
  const repoussee = rouvertJusqua !== null && rouvertJusqua !== SANS_FIN && rouvertJusqua > duMois
  return repoussee ? rouvertJusqua : duMois
}
