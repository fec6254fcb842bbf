import type { Option } from '../../ui/ChampTexte.tsx'
import { useListeModeles } from '../formulaire.queries.ts'

/** The models to choose from, in their order everywhere. */
export function useModeles(): Option[] {
  const { data = [] } = useListeModeles()
  return data.map(({ code, libelle }) => ({ code, libelle: `${code} – ${libelle}` }))
}
