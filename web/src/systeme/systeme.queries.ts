import {
  CALENDRIER_PAR_DEFAUT,
  type Calendrier,
  jourLocal,
  rangCourant,
} from '@releve/contract/calendrier/calendrier.rules.ts'
import { systemeApi } from '@releve/contract/systeme/systeme.api.ts'
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { appeler } from '../app/client.ts'

/** The public configuration: names, time zone, due day, the server's clock. */
const configuration = queryOptions({
  queryKey: ['configuration'],
  queryFn: ({ signal }) => appeler(systemeApi.lireConfiguration, { signal }),
  // It tells the day too: a page left open overnight must learn that it changed.
  staleTime: 10 * 60_000,
})

const courantDe = (maintenant: string | number, { fuseau, moisVerrou }: Calendrier) => ({
  rang: rangCourant(new Date(maintenant), fuseau),
  moisVerrou,
})

/** The current month, as `useCalendrier` first says it; asks for the rest. */
export function demanderCourant(client: QueryClient) {
  void client.prefetchQuery(configuration)
  const connue = client.getQueryData(configuration.queryKey)
  return courantDe(connue?.maintenant ?? Date.now(), connue ?? CALENDRIER_PAR_DEFAUT)
}

/**
 * The collection calendar and today, by the server's clock: `jour` is `AAAA-MM-JJ` in the
 * calendar's zone, `rang` the rank of the month that it lies in; `courant`: with how many months after
 * it one closes.
 */
export function useCalendrier() {
  const { data } = useQuery(configuration)
  const [horlogeLocale] = useState(() => Date.now())
  const calendrier = data ?? CALENDRIER_PAR_DEFAUT
  const maintenant = data?.maintenant ?? horlogeLocale
  const courant = courantDe(maintenant, calendrier)
  return {
    calendrier,
    jour: jourLocal(new Date(maintenant), calendrier.fuseau),
    rang: courant.rang,
    courant,
  }
}
