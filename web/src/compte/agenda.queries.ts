import { calendrierApi as api } from '@releve/contract/calendrier/calendrier.api.ts'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { appeler } from '../app/client.ts'
import { useActe } from '../ui/useActe.ts'
import { textesAgenda } from './compte.textes.ts'

export const abonnement = queryOptions({
  queryKey: ['abonnement'],
  queryFn: ({ signal }) => appeler(api.lireAbonnement, { signal }),
})

function useActeAbonnement<Recu>(acte: () => Promise<Recu>, reussite: string) {
  const client = useQueryClient()
  return useActe(
    acte,
    { reussite, refus: 'toast' },
    {
      onSettled: () => client.invalidateQueries({ queryKey: abonnement.queryKey }),
      // The answer holds the address: nothing keeps it once the screen is left.
      gcTime: 0,
    },
  )
}

export const useCreerAbonnement = () =>
  useActeAbonnement(() => appeler(api.creerAbonnement, {}), textesAgenda.creee)
export const useRetirerAbonnement = () =>
  useActeAbonnement(() => appeler(api.supprimerAbonnement, {}), textesAgenda.retiree)
