/** What is typed, as a whole number; what is none is no number. */
export const nombreDe = (saisi: string): number =>
  /^\d+$/.test(saisi.trim()) ? Number(saisi) : Number.NaN
