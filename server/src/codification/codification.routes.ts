import { codificationApi } from '@releve/contract/codification/codification.api.ts'
import { type RouteMontee, routeOf } from '../platform/route.ts'
import { codificationRights } from './codification.rights.ts'
import { findCodification } from './codification.sql.ts'

const route = routeOf(codificationRights)

export const codificationRoutes = {
  listCodifications: route(codificationApi.listCodifications, {
    lecture: true,
    load: ({ sql, params }) => findCodification(sql, params.code),
    act: async (_, valeurs) => valeurs,
  }),
} satisfies Record<keyof typeof codificationApi, RouteMontee>
