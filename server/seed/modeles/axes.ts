import type { Axe, SectionSource } from '@releve/contract/modele/source.schema.ts'

/** Columns of most matrices: the two sexes offered in matrices, and their computed total. */
export const COLONNES_SEXE: Axe = [
  { codification: 'SEXE', exclure: ['9'] },
  { code: 'TOT', libelle: 'Total', formule: 'SOMME(M; F)' },
]

/** Columns of the population of a prison: majority and sex, and their computed total. */
export const COLONNES_DETENTION: Axe = [
  { code: 'HM', libelle: 'Hommes majeurs' },
  { code: 'FM', libelle: 'Femmes majeures' },
  { code: 'HMIN', libelle: 'Garçons mineurs' },
  { code: 'FMIN', libelle: 'Filles mineures' },
  { code: 'TOT', libelle: 'Total', formule: 'SOMME(HM; FM; HMIN; FMIN)' },
]

/** The rows of a codified matrix: one per value of the list, then their computed total. */
export function lignesCodifiees(section: string, codification: string): Axe {
  return [{ codification }, { code: 'TOT', libelle: 'Total', formule: `SOMME(${section}.*.$)` }]
}

/** A required matrix of whole numbers: the values of a list by sex, with both totals. */
export function parSexe(code: string, libelle: string, codification: string, unite: string) {
  return {
    code,
    libelle,
    type: 'matrice' as const,
    nature: 'entier' as const,
    unite,
    requis: true,
    lignes: lignesCodifiees(code, codification),
    colonnes: COLONNES_SEXE,
  } satisfies SectionSource
}
