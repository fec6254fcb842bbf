import {
  type Calendrier,
  jourLocal,
  rangCourant,
} from '@releve/contract/calendrier/calendrier.rules.ts'
import { useConfiguration } from './systeme.queries.ts'

const PAR_DEFAUT: Calendrier = { jourEcheance: 5, joursFeries: [], fuseau: 'UTC' }

/**
 * The collection calendar and today, by the server's clock: `jour` is `AAAA-MM-JJ` in the
 * calendar's zone, `rang` the rank of the month that it lies in.
 */
export function useCalendrier() {
  const { data, dataUpdatedAt } = useConfiguration()
  const calendrier = data ?? PAR_DEFAUT
  const avance = data ? Date.parse(data.maintenant) - dataUpdatedAt : 0
  const maintenant = new Date(Date.now() + avance)
  return {
    calendrier,
    jour: jourLocal(maintenant, calendrier.fuseau),
    rang: rangCourant(maintenant, calendrier.fuseau),
  }
}
