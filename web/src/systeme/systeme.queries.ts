import { CALENDRIER_PAR_DEFAUT, jourLocal } from '@releve/contract/calendrier/calendrier.rules.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { configuration, courantDe } from './systeme.demande.ts'

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
