import { noticesApi as api } from '@releve/contract/systeme/notices.api.ts'
import { type RouteMontee, routeOf, sansCharge } from '../platform/route.ts'
import { findNotices } from './systeme.sql.ts'

const route = routeOf({ public: () => true })

export const noticesRoutes = {
  lireNotices: route(api.lireNotices, {
    lecture: true,
    load: sansCharge,
    act: ({ sql }) => findNotices(sql),
  }),
} satisfies Record<keyof typeof api, RouteMontee>
