import { journalApi } from '@releve/contract/journal/journal.api.ts'
import type { Sent } from '@releve/contract/operation.ts'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { appeler } from '../app/client.ts'
import { useDemandee } from '../app/demande.ts'

export const journal = (query: Sent<typeof journalApi.listJournal.query>) =>
  queryOptions({
    queryKey: ['journal', query],
    queryFn: ({ signal }) => appeler(journalApi.listJournal, { query, signal }),
    placeholderData: keepPreviousData,
    // One comes here to see what has just happened.
    staleTime: 0,
  })

export const useJournal = (query: Sent<typeof journalApi.listJournal.query>) =>
  useQuery({ ...journal(query), ...useDemandee() })

/** Every line that these filters leave, as a spreadsheet. */
export const exporterJournal = (query: Sent<typeof journalApi.exporterJournal.query>) =>
  appeler(journalApi.exporterJournal, { query })
