import { systemeApi } from '@releve/contract/systeme/systeme.api.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { appeler } from '../app/client.ts'

/** The public configuration: names, time zone, due day. */
export const configuration = queryOptions({
  queryKey: ['configuration'],
  queryFn: ({ signal }) => appeler(systemeApi.lireConfiguration, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
})

export const useConfiguration = () => useQuery(configuration)
