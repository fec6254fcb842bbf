import type { Octets } from '@releve/contract/fichier.ts'
import { systemeApi as api } from '@releve/contract/systeme/systeme.api.ts'
import type { BaseOuverte } from '../platform/base/ouvrir.ts'
import { type RouteMontee, routeOf, sansCharge } from '../platform/route.ts'
import { findConfiguration } from './systeme.sql.ts'

const route = routeOf({ public: () => true })

/** What the process knows of itself, beside its configuration. */
export type Processus = {
  base: Pick<BaseOuverte, 'maison' | 'sonder'>
  version: string
  openapi: () => Octets
}

export function createSystemeRoutes({ base, version, openapi }: Processus) {
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
      act: async () => {
        await base.sonder()
        return { etat: 'OK' as const, base: base.maison }
      },
    }),
    lireOpenapi: route(api.lireOpenapi, {
      lecture: true,
      load: sansCharge,
      act: async () => openapi(),
    }),
  } satisfies Record<keyof typeof api, RouteMontee>
}
