/**
 * How large a model may be. Each bound is a count, never a time: what one machine accepts, another
 * one does. The largest installed has 340 cells.
 */
export const BORNES_MODELE = {
  /** Of the source as JSON, in characters. */
  source: 1_000_000,
  /** Levels of objects and lists, one in the other. */
  profondeur: 12,
  sections: 200,
  /** Rows × groups × columns, fields, and columns of repeating tables. */
  cellules: 10_000,
  controles: 500,
  /** Controls once each is said for each value of its `pourChaque`. */
  controlesDeveloppes: 5_000,
  libelle: 200,
  texte: 2_000,
  message: 1_000,
  /**
   * Steps of compiling: parts of formulas, and cells that they name, each as often as it is named.
   * It bounds the time and the memory of a model, and of every form entered with it; the largest of
   * the three installed takes 1,500, for its 340 cells.
   */
  travail: 200_000,
} as const
