import { courrielApi } from '@releve/contract/courriel/courriel.api.ts'
import type { OutputOf, Sent } from '@releve/contract/operation.ts'
import { keepPreviousData, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { appeler } from '../app/client.ts'
import { useDemandee } from '../app/demande.ts'
import { relectureDe } from '../ui/relecture.ts'
import { type Issue, useActe } from '../ui/useActe.ts'
import { textesCourriel } from './courriel.textes.ts'

/** When the mails that have not left yet were asked for. */
const attenteDe = (liste: OutputOf<typeof courrielApi.listCourriels> | undefined) =>
  (liste?.elements ?? [])
    .filter(({ etat }) => etat === 'EN_ATTENTE')
    .map(({ demandeLe }) => demandeLe)

export const courriels = (query: Sent<typeof courrielApi.listCourriels.query>) =>
  queryOptions({
    queryKey: ['courriels', query],
    queryFn: ({ signal }) => appeler(courrielApi.listCourriels, { query, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    // Mails leave by themselves.
    refetchInterval: ({ state }) => relectureDe(attenteDe(state.data)),
  })

export const useCourriels = (query: Sent<typeof courrielApi.listCourriels.query>) =>
  useQuery({ ...courriels(query), ...useDemandee() })

/** The outbox as these filters leave it, as a spreadsheet. */
export const exporterCourriels = (query: Sent<typeof courrielApi.exporterCourriels.query>) =>
  appeler(courrielApi.exporterCourriels, { query })

/** An act on one mail; the list and the journal are read again, whatever came of it. */
function useActeCourriel(
  operation: typeof courrielApi.reessayerCourriel,
  issue: Issue<number, unknown>,
) {
  const client = useQueryClient()
  return useActe((id: number) => appeler(operation, { params: { id } }), issue, {
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: ['courriels'] }),
        client.invalidateQueries({ queryKey: ['journal'] }),
      ]),
  })
}

export const useReessayerCourriel = () =>
  useActeCourriel(courrielApi.reessayerCourriel, {
    reussite: textesCourriel.repris,
    refus: 'toast',
  })
export const useAbandonnerCourriel = () =>
  useActeCourriel(courrielApi.abandonnerCourriel, {
    reussite: textesCourriel.abandon.fait,
    refus: 'place',
  })
