/** One value of a code list, as the base keeps it; `ordre` starts at 1. */
export type ValeurSemee = { code: string; libelle: string; ordre: number; parent?: string }

/** A code list (nomenclature) and its values, in the order in which people read them. */
export type CodificationSemee = { code: string; libelle: string; valeurs: ValeurSemee[] }

/** Builds a list from `[code, libelle]` pairs: the order written is the order shown. */
export function codification(
  code: string,
  libelle: string,
  valeurs: readonly (readonly [code: string, libelle: string])[],
): CodificationSemee {
  return {
    code,
    libelle,
    valeurs: valeurs.map(([valeur, nom], rang) => ({
      code: valeur,
      libelle: nom,
      ordre: rang + 1,
    })),
  }
}
