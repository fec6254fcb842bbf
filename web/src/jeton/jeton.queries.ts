import { jetonApi } from '@releve/contract/jeton/jeton.api.ts'
import type { OutputOf, Sent } from '@releve/contract/operation.ts'
import { keepPreviousData, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { appeler } from '../app/client.ts'

export type MesJetons = OutputOf<typeof jetonApi.listMesJetons>

/** Everything that shows tokens: one's own, everybody's. */
const CLE = ['jetons'] as const

/** One's own. */
export const mesJetons = queryOptions({
  queryKey: [...CLE, 'miens'],
  queryFn: ({ signal }) => appeler(jetonApi.listMesJetons, { signal }),
  staleTime: 0,
})

/** Everybody's, as these filters leave them. */
export const jetons = (query: Sent<typeof jetonApi.listJetons.query>) =>
  queryOptions({
    queryKey: [...CLE, 'tous', query],
    queryFn: ({ signal }) => appeler(jetonApi.listJetons, { query, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

/** Whether one has a token that is worth something; false until it is known. */
export const useADesJetons = (): boolean =>
  useQuery(mesJetons).data?.jetons.some(({ etat }) => etat === 'VALABLE' || etat === 'SUSPENDU') ??
  false

/** What to do once a token was drawn or revoked: all that shows some reads it again. */
export function useRelireJetons() {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: CLE })
}
