import { journalApi } from '@releve/contract/journal/journal.api.ts'
import type { Sent } from '@releve/contract/operation.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { appeler } from '../app/client.ts'
import { useActe } from '../app/useActe.ts'
import type { Recherche } from './filtres.ts'

export const useJournal = (query: Recherche) =>
  useQuery({
    queryKey: ['journal', query],
    queryFn: ({ signal }) => appeler(journalApi.listJournal, { query, signal }),
    placeholderData: keepPreviousData,
    // One comes here to see what has just happened.
    staleTime: 0,
  })

export const useExporterJournal = () =>
  useActe(
    (query: Sent<typeof journalApi.exporterJournal.query>) =>
      appeler(journalApi.exporterJournal, { query }),
    // The file comes.
    { reussite: null, refus: 'toast' },
  )
