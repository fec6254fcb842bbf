import { enNombre, moins, plus } from '../exact.ts'

/** The gap of a headcount to the one that is expected, and how serious it is (docs/chiffres.md). */

type Mouvements = {
  effectif: number | null
  precedent: number | null
  entrees: number | null
  sorties: number | null
}

/**
 * The headcount that the month before and its movements say, and the gap to it, to the last digit;
 * null where one of the figures is missing. `ecartsSql` says the same of every report.
 */
export function ecartDe({ effectif, precedent, entrees, sorties }: Mouvements) {
  const theorique =
    precedent === null || entrees === null || sorties === null
      ? null
      : enNombre(moins(plus(precedent, entrees), sorties))
  const ecart =
    effectif === null || theorique === null ? null : enNombre(moins(effectif, theorique))
  return { theorique, ecart }
}

export const NIVEAUX = ['ANOMALIE', 'A_VERIFIER', 'CONFORME', 'NON_CALCULABLE'] as const
export type Niveau = (typeof NIVEAUX)[number]
export const LIBELLES_NIVEAUX: Record<Niveau, string> = {
  ANOMALIE: 'Anomalie',
  A_VERIFIER: 'À vérifier',
  CONFORME: 'Conforme',
  NON_CALCULABLE: 'Non calculable',
}

/** A gap so small, in persons or in hundredths, is only to be looked at. */
export const ECART_A_VERIFIER = { personnes: 2, pourcent: 5 } as const
