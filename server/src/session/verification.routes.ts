import { verificationApi } from '@releve/contract/session/verification.api.ts'
import { type RouteMontee, routeOf, sansCharge } from '../platform/route.ts'
import { sessionRights } from './session.rights.ts'
import { verifierDefi } from './verifier.ts'

const route = routeOf(sessionRights)

export const verificationRoutes = {
  // No transaction around it: what a refusal writes (a try, a failure) must stay.
  verifier: route(verificationApi.verifier, {
    lecture: true,
    load: sansCharge,
    act: ({ sql, body, adresse, appareil, maintenant }) =>
      verifierDefi(sql, { ...body, adresse, appareil, maintenant }),
  }),
} satisfies Record<keyof typeof verificationApi, RouteMontee>
