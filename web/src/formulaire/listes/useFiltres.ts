import { useSearchParams } from 'react-router'
import { avecFiltres, lireFiltres } from './filtres.ts'

/** The filters of a list: the address holds them. */
export function useFiltres() {
  const [params, setParams] = useSearchParams()
  return {
    filtres: lireFiltres(params),
    changer: (changement: Record<string, string | number | undefined>) =>
      setParams(avecFiltres(params, changement), { preventScrollReset: true }),
    effacer: () => setParams({}, { preventScrollReset: true }),
    estFiltre: [...params.keys()].some((nom) => nom !== 'tri' && nom !== 'page'),
  }
}
