import { securiteApi } from '@releve/contract/compte/securite.api.ts'
import { avecVersion } from '../parametre/parametre.sql.ts'
import { type RouteMontee, routeOf, sansCharge } from '../platform/route.ts'
import { compteRights } from './compte.rights.ts'
import { findSecurite } from './securite.sql.ts'
import { modifierSecurite } from './securite.ts'

const route = routeOf(compteRights)

export const securiteRoutes = {
  lireSecurite: route(securiteApi.lireSecurite, {
    lecture: true,
    load: sansCharge,
    act: async ({ sql }) => avecVersion(await findSecurite(sql)),
  }),
  modifierSecurite: route(securiteApi.modifierSecurite, {
    load: sansCharge,
    act: (appel) => modifierSecurite(appel, appel.body),
  }),
} satisfies Record<keyof typeof securiteApi, RouteMontee>
