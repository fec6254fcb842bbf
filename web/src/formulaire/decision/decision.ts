import { estCoupure, estIncertaine } from '../../api/envoi.ts'

/** What became of one form of those that a decision is about; none yet: it waits. */
export type Avancee =
  | { sorte: 'cours' | 'reprise' | 'fait' }
  /** `coupure`, no answer: whether it was done is not known, and asking again tells. */
  | { sorte: 'refus' | 'coupure'; echec: unknown }

type Deroulement<L> = {
  lignes: readonly L[]
  acter: (ligne: L) => Promise<unknown>
  noter: (ligne: L, avancee: Avancee) => void
  estArrete: () => boolean
  patienter: (ms: number) => Promise<void>
}

/** Milliseconds before an act without an answer is asked again: repeating one's own is safe. */
const PAUSES = [1000, 4000]

async function tenter<L>(deroulement: Deroulement<L>, ligne: L): Promise<Avancee> {
  const { acter, noter, estArrete, patienter } = deroulement
  for (let essai = 0; ; essai += 1) {
    try {
      await acter(ligne)
      return { sorte: 'fait' }
    } catch (echec) {
      if (!estCoupure(echec) && !estIncertaine(echec)) {
        return { sorte: 'refus', echec }
      }
      const pause = PAUSES[essai]
      if (pause === undefined || estArrete()) return { sorte: 'coupure', echec }
      noter(ligne, { sorte: 'reprise' })
      await patienter(pause)
    }
  }
}

/**
 * Does the same act on several forms, one call after the other, and notes what became of each. It
 * ends when told to stop, and where the line is cut: what follows would meet the same.
 */
export async function derouler<L>(deroulement: Deroulement<L>): Promise<void> {
  for (const ligne of deroulement.lignes) {
    if (deroulement.estArrete()) return
    deroulement.noter(ligne, { sorte: 'cours' })
    const avancee = await tenter(deroulement, ligne)
    deroulement.noter(ligne, avancee)
    if (avancee.sorte === 'coupure') return
  }
}

export type Bilan = { faits: number; refus: number; restants: number }

/** How many were done, were refused, and are left (stopped, or without an answer). */
export function bilanDe(avancees: readonly (Avancee | undefined)[]): Bilan {
  const compte = (sorte: Avancee['sorte']) =>
    avancees.filter((avancee) => avancee?.sorte === sorte).length
  const faits = compte('fait')
  const refus = compte('refus')
  return { faits, refus, restants: avancees.length - faits - refus }
}
