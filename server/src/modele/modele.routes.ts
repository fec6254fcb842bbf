import { modeleApi } from '@releve/contract/modele/modele.api.ts'
import { type RouteMontee, routeOf, sansCharge } from '../platform/route.ts'
import { modeleRights } from './modele.rights.ts'
import { listModeles } from './modele.sql.ts'

const route = routeOf(modeleRights)

export const modeleRoutes = {
  listModeles: route(modeleApi.listModeles, {
    lecture: true,
    load: sansCharge,
    act: async ({ sql }) => listModeles(sql),
  }),
} satisfies Record<keyof typeof modeleApi, RouteMontee>
