import type { Octets } from '@releve/contract/fichier.ts'
import { systemeApi as api } from '@releve/contract/systeme/systeme.api.ts'
import type { BaseOuverte } from '../platform/base/ouvrir.ts'
import { type RouteMontee, route } from '../platform/route.ts'
import { findConfiguration } from './configuration.ts'

/** What the process knows of itself, beside its configuration. */
export type Processus = {
  base: Pick<BaseOuverte, 'maison' | 'sonder'>
  version: string
  openapi: () => Octets
  docs: () => Octets
  docsScript: () => Promise<Octets>
}

export function createSystemeRoutes({ base, version, openapi, docs, docsScript }: Processus) {
  return {
    lireConfiguration: route(api.lireConfiguration, {
      transaction: 'aucune',
      act: async ({ db, config, maintenant }) => ({
        ...(await findConfiguration(db)),
        fournisseurs: config.fournisseurs.map(({ cle, libelle }) => ({ cle, libelle })),
        demonstration: config.demonstration,
        version,
        maintenant: maintenant.toISOString(),
      }),
    }),
    lireSante: route(api.lireSante, {
      transaction: 'aucune',
      act: async () => {
        await base.sonder()
        return { etat: 'OK' as const, base: base.maison }
      },
    }),
    lireOpenapi: route(api.lireOpenapi, {
      transaction: 'aucune',
      act: async () => openapi(),
    }),
    lireDocs: route(api.lireDocs, {
      transaction: 'aucune',
      act: async () => docs(),
    }),
    lireDocsScript: route(api.lireDocsScript, {
      transaction: 'aucune',
      act: () => docsScript(),
    }),
  } satisfies Record<keyof typeof api, RouteMontee>
}
