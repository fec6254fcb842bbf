/** A part of a whole, 0 to 1; null where there is nothing to be a part of. */
export const tauxDe = (part: number, tout: number): number | null =>
  tout === 0 ? null : part / tout
