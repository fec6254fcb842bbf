import type { Donnees, Indicateur, Modele } from './modele.schema.ts'

/** What a model names its headcount, entries, exits and reference, in a form; null: it has no number. */
export type Indicateurs = Record<Indicateur, number | null>

type AvecIndicateurs = Pick<Modele, 'indicateurs'>

/** Whether it counts people: what is told of a headcount is shown of its forms. */
export const compteEffectif = ({ indicateurs }: AvecIndicateurs): boolean =>
  indicateurs.effectif !== undefined

/** Whether it says all that a gap is made of (docs/chiffres.md). The columns of `modele` say the same. */
export const compteEcart = ({ indicateurs: { effectif, entrees, sorties } }: AvecIndicateurs) =>
  effectif !== undefined && entrees !== undefined && sorties !== undefined

/** Reads them where `lire` gives the value of a cell; one that the model does not name has no number. */
export function indicateursDe(
  { indicateurs }: AvecIndicateurs,
  lire: (cellule: string) => Donnees[string] | null | undefined,
): Indicateurs {
  const nombre = (cellule: string | undefined) => {
    const valeur = cellule === undefined ? null : lire(cellule)
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
