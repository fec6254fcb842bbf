import { courrielApi } from '@releve/contract/courriel/courriel.api.ts'
import type { EtatCourriel } from '@releve/contract/courriel/courriel.schema.ts'
import type { OutputOf } from '@releve/contract/operation.ts'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { appeler } from '../app/client.ts'
import { relectureDe } from '../ui/relecture.ts'

export type Recherche = { etat?: EtatCourriel[]; q?: string; page: number; taille: number }

/** When the mails that have not left yet were asked for. */
const attenteDe = (liste: OutputOf<typeof courrielApi.listCourriels> | undefined) =>
  (liste?.elements ?? [])
    .filter(({ etat }) => etat === 'EN_ATTENTE')
    .map(({ demandeLe }) => demandeLe)

export const useCourriels = (query: Recherche) =>
  useQuery({
    queryKey: ['courriels', query],
    queryFn: ({ signal }) => appeler(courrielApi.listCourriels, { query, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    // Mails leave by themselves.
    refetchInterval: ({ state }) => relectureDe(attenteDe(state.data)),
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
