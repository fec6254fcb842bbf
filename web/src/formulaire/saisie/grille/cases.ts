import type { SectionMatrice } from '@releve/contract/modele/modele.schema.ts'
import type { Legendes } from './entetes.ts'

/** Id of a cell's field in the page: what links and `focus` aim at. */
export const idCase = (adresse: string) => `case-${adresse}`

/** Id of « En février 2025 : », said once for all the fields of the tables. */
export const ID_MOIS_PRECEDENT = 'mois-precedent'

/** Id of what is said of a cell while it is edited (`mode.ts`). */
export const ID_RETOUCHE = 'case-en-retouche'

/** Ids of the header cells of a matrix, for `headers` and `aria-labelledby`. */
export const idLigne = (section: string, ligne: string) => `l-${section}-${ligne}`
export const idGroupe = (section: string, groupe: string) => `g-${section}-${groupe}`
export const idColonne = (section: string, groupe: string | null, colonne: string) =>
  groupe ? `c-${section}-${groupe}-${colonne}` : `c-${section}-${colonne}`

export type ColonneMatrice = { groupe: string | null; colonne: string; libelle: string }

/** The columns of a matrix as they stand on the screen, left to right. */
export function colonnesDe(section: SectionMatrice): ColonneMatrice[] {
  return (section.groupes ?? [null]).flatMap((groupe) =>
    section.colonnes.map(({ code, libelle }) => ({
      groupe: groupe?.code ?? null,
      colonne: code,
      libelle,
    })),
  )
}

export function adresseMatrice(
  section: string,
  ligne: string,
  { groupe, colonne }: Pick<ColonneMatrice, 'groupe' | 'colonne'>,
): string {
  return groupe ? `${section}.${ligne}.${groupe}.${colonne}` : `${section}.${ligne}.${colonne}`
}

/** Addresses of a matrix, row by row: what a pasted block lands on. */
export function grilleMatrice(section: SectionMatrice): string[][] {
  const colonnes = colonnesDe(section)
  return section.lignes.map(({ code }) =>
    colonnes.map((colonne) => adresseMatrice(section.code, code, colonne)),
  )
}

/** What names its rows and columns, as they stand on the screen. */
export function legendesMatrice(section: SectionMatrice): Omit<Legendes, 'chiffres'> {
  return {
    lignes: section.lignes.map(({ libelle }) => libelle),
    colonnes: (section.groupes ?? [null]).flatMap((groupe) =>
      section.colonnes.map(({ libelle, unite }) => ({
        groupe: groupe?.libelle ?? null,
        libelle,
        unite: unite ?? section.unite,
      })),
    ),
  }
}

/** Row and column of an address in a grid, or null. */
export function situer(
  grille: readonly (readonly (string | null)[])[],
  adresse: string,
): { ligne: number; colonne: number } | null {
  for (const [ligne, cases] of grille.entries()) {
    const colonne = cases.indexOf(adresse)
    if (colonne >= 0) return { ligne, colonne }
  }
  return null
}
