/** A work that goes on once the call that launched it has answered: it is followed, or stopped. */
export const ETATS_TRAVAIL = ['EN_COURS', 'FAITE', 'ANNULEE', 'ECHOUEE'] as const
export type EtatTravail = (typeof ETATS_TRAVAIL)[number]
