import { courrielApi } from '@releve/contract/courriel/courriel.api.ts'
import type { EtatCourriel } from '@releve/contract/courriel/courriel.schema.ts'
import type { OutputOf } from '@releve/contract/operation.ts'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { appeler } from '../app/client.ts'
import { type Issue, useActe } from '../app/useActe.ts'
import { relectureDe } from '../ui/relecture.ts'
import { textes } from './courriel.textes.ts'

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
  useActeCourriel(courrielApi.reessayerCourriel, { reussite: textes.repris, refus: 'toast' })
export const useAbandonnerCourriel = () =>
  useActeCourriel(courrielApi.abandonnerCourriel, {
    reussite: textes.abandon.fait,
    refus: 'place',
  })
