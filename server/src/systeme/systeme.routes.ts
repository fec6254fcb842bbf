import { systemeApi as api } from '@releve/contract/systeme/systeme.api.ts'
import type { Maison } from '../platform/base/ouvrir.ts'
import { erreur } from '../platform/erreur.ts'
import { type RouteMontee, routeOf, sansCharge } from '../platform/route.ts'
import { findConfiguration, pingBase } from './systeme.sql.ts'

const route = routeOf({ public: () => true })

/** What the process knows of itself, beside its configuration. */
export type Processus = { maison: Maison; version: string; openapi: Record<string, unknown> }

export function createSystemeRoutes({ maison, version, openapi }: Processus) {
  return {
    lireConfiguration: route(api.lireConfiguration, {
      lecture: true,
      load: sansCharge,
      act: async ({ sql, config, maintenant }) => ({
        ...(await findConfiguration(sql)),
        demonstration: config.demonstration,
        version,
        maintenant: maintenant.toISOString(),
      }),
    }),
    lireSante: route(api.lireSante, {
      lecture: true,
      load: sansCharge,
      act: async ({ sql }) => {
        if (!(await pingBase(sql))) throw erreur('SERVICE_OCCUPE')
        return { etat: 'OK' as const, base: maison }
      },
    }),
    lireOpenapi: route(api.lireOpenapi, {
      lecture: true,
      load: sansCharge,
      act: async () => openapi,
    }),
  } satisfies Record<keyof typeof api, RouteMontee>
}
