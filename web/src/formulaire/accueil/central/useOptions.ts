import { useCodification } from '../../../codification/codification.queries.ts'
import { useModeles } from '../../formulaire.queries.ts'
import { useAnnees } from '../../listes/ListeFormulaires.tsx'

type Libelle = { code: string; libelle: string }
const AUCUN: readonly Libelle[] = []

/** What the figures may be narrowed by, and what codes are called. */
export function useOptions() {
  const { data: regions = AUCUN } = useCodification('REGION')
  const { data: types = AUCUN } = useCodification('TYPE_STRUCTURE')
  return { annee: useAnnees(), modeles: useModeles(), regions, types }
}

/** The word for a code; the code itself where there is none. */
export const libelleDe = (options: readonly Libelle[], code: string) =>
  options.find((une) => une.code === code)?.libelle ?? code
