import { structureApi } from '@releve/contract/structure/structure.api.ts'
import { type RouteMontee, routeOf, sansCharge } from '../platform/route.ts'
import { perimetreComplet, structureRights } from './structure.rights.ts'
import { listStructures } from './structure.sql.ts'

const route = routeOf(structureRights)

export const structureRoutes = {
  listStructures: route(structureApi.listStructures, {
    lecture: true,
    load: sansCharge,
    act: ({ sql, agent, query }) => listStructures(sql, perimetreComplet(agent), query),
  }),
} satisfies Record<keyof typeof structureApi, RouteMontee>
