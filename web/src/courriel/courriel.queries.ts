import { courrielApi } from '@releve/contract/courriel/courriel.api.ts'
import type { EtatCourriel } from '@releve/contract/courriel/courriel.schema.ts'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { appeler } from '../app/client.ts'

export type Recherche = { etat?: EtatCourriel[]; q?: string; page: number; taille: number }

/** How often the list is read again while it is looked at: mails leave by themselves. */
const PERIODE_MS = 15_000

export const useCourriels = (query: Recherche) =>
  useQuery({
    queryKey: ['courriels', query],
    queryFn: ({ signal }) => appeler(courrielApi.listCourriels, { query, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: PERIODE_MS,
  })

/** An act on one mail; the list and the journal are read again, whatever came of it. */
function useActe(operation: typeof courrielApi.reessayerCourriel) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: number) => appeler(operation, { params: { id } }),
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: ['courriels'] }),
        client.invalidateQueries({ queryKey: ['journal'] }),
      ]),
  })
}

export const useReessayerCourriel = () => useActe(courrielApi.reessayerCourriel)
export const useAbandonnerCourriel = () => useActe(courrielApi.abandonnerCourriel)
