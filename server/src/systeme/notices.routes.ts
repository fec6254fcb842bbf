import { noticesApi as api } from '@releve/contract/systeme/notices.api.ts'
import { type RouteMontee, route } from '../platform/route.ts'
import { findNotices } from './configuration.ts'

export const noticesRoutes = {
  lireNotices: route(api.lireNotices, {
    transaction: 'aucune',
    act: ({ db }) => findNotices(db),
  }),
} satisfies Record<keyof typeof api, RouteMontee>
