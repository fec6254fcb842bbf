import type { Donnees, Modele } from './modele.schema.ts'

/** What a model names its headcount, entries, exits and reference, in a form; null: it has no number. */
export type Indicateurs = Record<keyof Modele['indicateurs'], number | null>

/** Reads them where `lire` gives the value of a cell. */
export function indicateursDe(
  { indicateurs }: Pick<Modele, 'indicateurs'>,
  lire: (cellule: string) => Donnees[string] | null | undefined,
): Indicateurs {
  const nombre = (cellule: string) => {
    const valeur = lire(cellule)
    return typeof valeur === 'number' ? valeur : null
  }
  const { effectif, entrees, sorties, reference } = indicateurs
  return {
    effectif: nombre(effectif),
    entrees: nombre(entrees),
    sorties: nombre(sorties),
    reference: nombre(reference),
  }
}

/** The same figures as those of the last publication of a form. */
export const publies = ({ effectif, entrees, sorties, reference }: Indicateurs) => ({
  publieEffectif: effectif,
  publieEntrees: entrees,
  publieSorties: sorties,
  publieReference: reference,
})
