import type { Sent } from '@releve/contract/operation.ts'
import { webhookApi } from '@releve/contract/webhook/webhook.api.ts'
import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import { appeler } from '../app/client.ts'
import { relectureDe } from '../ui/relecture.ts'

/** Everything that shows webhooks, and what is told to them. */
const CLE = ['webhooks'] as const

/** Those that these filters leave. */
export const webhooks = (query: Sent<typeof webhookApi.listWebhooks.query>) =>
  queryOptions({
    queryKey: [...CLE, 'liste', query],
    queryFn: ({ signal }) => appeler(webhookApi.listWebhooks, { query, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

/** All of them, to choose among: they are few. */
export const tousWebhooks = webhooks({ taille: 200 })

/** What was told to them, as these filters leave it. */
export const livraisons = (query: Sent<typeof webhookApi.listLivraisons.query>) =>
  queryOptions({
    queryKey: [...CLE, 'livraisons', query],
    queryFn: ({ signal }) => appeler(webhookApi.listLivraisons, { query, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    // They leave by themselves.
    refetchInterval: ({ state }) => {
      const attendent = state.data?.elements.filter(({ etat }) => etat === 'EN_ATTENTE') ?? []
      return relectureDe(attendent.map(({ creeLe }) => creeLe))
    },
  })

/** What to do once something of them has changed: all that shows some reads it again. */
export function useRelireWebhooks() {
  const client = useQueryClient()
  return () =>
    Promise.all([
      client.invalidateQueries({ queryKey: CLE }),
      client.invalidateQueries({ queryKey: ['journal'] }),
    ])
}
