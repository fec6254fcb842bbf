import { structureApi } from '@releve/contract/structure/structure.api.ts'
import { type RouteMontee, routeOf, sansCharge } from '../platform/route.ts'
import { creerStructure, modifierStructure } from './enregistrer.ts'
import { exporterStructures } from './exporter.ts'
import { findStructure, lireStructure } from './fiche.sql.ts'
import { importerStructures } from './importer.ts'
import { perimetreComplet, structureRights } from './structure.rights.ts'
import { listStructures } from './structure.sql.ts'

const route = routeOf(structureRights)

export const structureRoutes = {
  listStructures: route(structureApi.listStructures, {
    lecture: true,
    load: sansCharge,
    act: ({ sql, agent, query }) => listStructures(sql, perimetreComplet(agent), query),
  }),
  lireStructure: route(structureApi.lireStructure, {
    lecture: true,
    load: ({ sql, agent, params }) => findStructure(sql, agent, params.code),
    act: ({ sql, agent }, fiche) => lireStructure(sql, agent, fiche),
  }),
  creerStructure: route(structureApi.creerStructure, {
    load: sansCharge,
    act: (appel) => creerStructure(appel),
  }),
  modifierStructure: route(structureApi.modifierStructure, {
    load: ({ sql, agent, body }) => findStructure(sql, agent, body.code),
    act: (appel) => modifierStructure(appel),
  }),
  exporterStructures: route(structureApi.exporterStructures, {
    load: sansCharge,
    act: (appel) => exporterStructures(appel),
  }),
  // It opens its own transaction, once the file is read.
  importerStructures: route(structureApi.importerStructures, {
    lecture: true,
    load: sansCharge,
    act: (appel) => importerStructures(appel),
  }),
} satisfies Record<keyof typeof structureApi, RouteMontee>
