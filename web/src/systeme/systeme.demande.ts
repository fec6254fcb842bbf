import {
  CALENDRIER_PAR_DEFAUT,
  type Calendrier,
  rangCourant,
} from '@releve/contract/calendrier/calendrier.rules.ts'
import { systemeApi } from '@releve/contract/systeme/systeme.api.ts'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { appeler } from '../app/client.ts'
import { lireEtGarder } from '../app/garde.ts'

/** The public configuration: names, time zone, due day, the server's clock. */
export const configuration = queryOptions({
  queryKey: ['configuration'],
  queryFn: ({ signal }) => appeler(systemeApi.lireConfiguration, { signal }),
  persister: lireEtGarder,
  // It tells the day too: a page left open overnight must learn that it changed.
  staleTime: 10 * 60_000,
})

export const courantDe = (
  maintenant: string | number,
  { fuseau, moisVerrou, debutCollecte }: Calendrier,
) => ({
  rang: rangCourant(new Date(maintenant), fuseau),
  moisVerrou,
  debutCollecte,
})

/** The current month, as `useCalendrier` first says it; asks for the rest. */
export function demanderCourant(client: QueryClient) {
  void client.prefetchQuery(configuration)
  const connue = client.getQueryData(configuration.queryKey)
  return courantDe(connue?.maintenant ?? Date.now(), connue ?? CALENDRIER_PAR_DEFAUT)
}
