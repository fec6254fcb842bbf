import type { Donnees } from '../modele/modele.schema.ts'

type Fiche = {
  capacite: number | null
  capaciteTheorique: number | null
  postesReference: Record<string, number>
}

/**
 * The figures of a structure's record that formulas read by STRUCTURE("…"): `capacite`,
 * `capaciteTheorique`, `postesReference.A`…, and `postesReference.TOT`, their sum. What the
 * structure does not have is absent.
 */
export function structureLisible({ capacite, capaciteTheorique, postesReference }: Fiche): Donnees {
  const lisible: Donnees = {}
  if (capacite !== null) lisible['capacite'] = capacite
  if (capaciteTheorique !== null) lisible['capaciteTheorique'] = capaciteTheorique
  const postes = Object.entries(postesReference)
  for (const [categorie, nombre] of postes) lisible[`postesReference.${categorie}`] = nombre
  if (postes.length > 0) {
    lisible['postesReference.TOT'] = postes.reduce((somme, [, nombre]) => somme + nombre, 0)
  }
  return lisible
}
