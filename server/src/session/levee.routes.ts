import { leveeApi } from '@releve/contract/session/levee.api.ts'
import { type RouteMontee, routeOf, sansCharge } from '../platform/route.ts'
import { leverAttente } from './lever.ts'
import { sessionRights } from './session.rights.ts'

const route = routeOf(sessionRights)

export const leveeRoutes = {
  // It opens its own transaction: the count of demands must stay.
  leverAttente: route(leveeApi.leverAttente, {
    lecture: true,
    load: sansCharge,
    act: ({ sql, body, adresse, maintenant }) =>
      leverAttente(sql, { ...body, adresse, maintenant }),
  }),
} satisfies Record<keyof typeof leveeApi, RouteMontee>
