import {
  type Calendrier,
  jourLocal,
  rangCourant,
} from '@releve/contract/calendrier/calendrier.rules.ts'
import { systemeApi } from '@releve/contract/systeme/systeme.api.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { appeler } from '../app/client.ts'

/** The public configuration: names, time zone, due day, the server's clock. */
const configuration = queryOptions({
  queryKey: ['configuration'],
  queryFn: ({ signal }) => appeler(systemeApi.lireConfiguration, { signal }),
  // It tells the day too: a page left open overnight must learn that it changed.
  staleTime: 10 * 60_000,
})

const PAR_DEFAUT: Calendrier = { jourEcheance: 5, joursFeries: [], fuseau: 'UTC' }

/**
 * The collection calendar and today, by the server's clock: `jour` is `AAAA-MM-JJ` in the
 * calendar's zone, `rang` the rank of the month that it lies in.
 */
export function useCalendrier() {
  const { data } = useQuery(configuration)
  const [horlogeLocale] = useState(() => Date.now())
  const calendrier = data ?? PAR_DEFAUT
  const maintenant = new Date(data?.maintenant ?? horlogeLocale)
  return {
    calendrier,
    jour: jourLocal(maintenant, calendrier.fuseau),
    rang: rangCourant(maintenant, calendrier.fuseau),
  }
}
