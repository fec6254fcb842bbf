import { RECHERCHE_MIN, rechercheApi } from '@releve/contract/recherche/recherche.api.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { appeler } from '../app/client.ts'

/** How long one stops typing before the server is asked. */
const DELAI_MS = 200

function useRetard(valeur: string): string {
  const [retardee, setRetardee] = useState(valeur)
  useEffect(() => {
    const minuterie = setTimeout(() => setRetardee(valeur), DELAI_MS)
    return () => clearTimeout(minuterie)
  }, [valeur])
  return retardee
}

/**
 * What is found for `q`, once one stops typing; a call that another one replaces is abandoned.
 * `frais`: what is shown answers what is typed, and not what was before.
 */
export function useRecherche(q: string) {
  const voulue = useRetard(q)
  const requete = useQuery({
    queryKey: ['recherche', voulue],
    queryFn: ({ signal }) => appeler(rechercheApi.rechercher, { query: { q: voulue }, signal }),
    enabled: voulue.length >= RECHERCHE_MIN,
    placeholderData: keepPreviousData,
  })
  const frais = voulue === q && !requete.isFetching && !requete.isPlaceholderData
  return { ...requete, frais }
}
