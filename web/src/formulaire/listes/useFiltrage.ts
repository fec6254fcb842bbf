import { useCodification } from '../../codification/codification.queries.ts'
import type { Option } from '../../ui/ChampTexte.tsx'
import { type Filtrage as DeListe, useFiltres } from '../../ui/useFiltres.ts'
import { type Filtres, lireFiltres } from './filtres.ts'
import { filtresActifs } from './filtresActifs.ts'

const AUCUNE: readonly Option[] = []

/** The filters of a list of reports. `structures`: over several of them, which have regions. */
export function useFiltrage({ structures = false } = {}) {
  const { data: regions = AUCUNE } = useCodification('REGION', structures)
  const filtrage = useFiltres(lireFiltres, (filtres) => filtresActifs(filtres, regions))
  return { ...filtrage, regions: structures ? regions : null }
}
export type Filtrage = DeListe<Filtres> & { regions: readonly Option[] | null }
