import { motDePasseOublieApi } from '@releve/contract/session/motDePasseOublie.api.ts'
import { type RouteMontee, routeOf, sansCharge } from '../platform/route.ts'
import { demanderMotDePasse } from './mot-de-passe-oublie.ts'
import { sessionRights } from './session.rights.ts'

const route = routeOf(sessionRights)

export const motDePasseOublieRoutes = {
  // It opens its own transaction: what throttles must stay, whatever follows.
  demanderMotDePasse: route(motDePasseOublieApi.demanderMotDePasse, {
    lecture: true,
    load: sansCharge,
    act: ({ sql, query, adresse, maintenant }) =>
      demanderMotDePasse(sql, { ...query, adresse, maintenant }),
  }),
} satisfies Record<keyof typeof motDePasseOublieApi, RouteMontee>
