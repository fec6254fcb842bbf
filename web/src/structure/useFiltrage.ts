import { type Filtrage as DeListe, useFiltres } from '../ui/useFiltres.ts'
import { type Filtres, filtresActifs, lireFiltres } from './filtres.ts'
import { useLibelles } from './useLibelles.ts'

/** The view and its filters, held by the address; the view is none of them. */
export function useFiltrage() {
  const en = useLibelles()
  return useFiltres(lireFiltres, (filtres) => filtresActifs(filtres, en))
}
export type Filtrage = DeListe<Filtres>
