import { structureApi } from '@releve/contract/structure/structure.api.ts'
import { type RouteMontee, route } from '../platform/route.ts'
import { corrigerStructure, type ListTables } from './corriger.ts'
import { creerStructure, modifierStructure } from './enregistrer.ts'
import { findStructure, findStructureLue } from './fiche.sql.ts'
import { perimetreComplet } from './structure.rights.ts'
import { listStructures } from './structure.sql.ts'
import { exporterStructures, exporterStructuresRestantes, importerStructures } from './tableur.ts'

export const createStructureRoutes = (listTables: ListTables) =>
  ({
    listStructures: route(structureApi.listStructures, {
      transaction: 'aucune',
      act: ({ db, agent, query }) =>
        listStructures(db, { complet: perimetreComplet(agent), rang: agent.mois }, query),
    }),
    lireStructure: route(structureApi.lireStructure, {
      transaction: 'aucune',
      load: ({ db, agent, params }) => findStructure(db, agent, params.code),
      act: ({ db, agent }, fiche) => findStructureLue(db, agent, fiche),
    }),
    creerStructure: route(structureApi.creerStructure, {
      transaction: 'une',
      act: (appel) => creerStructure(appel),
    }),
    modifierStructure: route(structureApi.modifierStructure, {
      transaction: 'une',
      load: ({ db, agent, body }) => findStructure(db, agent, body.code),
      act: (appel) => modifierStructure(appel),
    }),
    corrigerStructure: route(structureApi.corrigerStructure, {
      transaction: 'une',
      load: ({ db, agent, body }) => findStructure(db, agent, body.code),
      act: (appel) => corrigerStructure(appel, listTables),
    }),
    // The lines are read as the file leaves: no transaction waits for who reads.
    exporterStructures: route(structureApi.exporterStructures, {
      transaction: 'siennes',
      act: (appel) => exporterStructures(appel),
    }),
    // It opens its own transaction, once the file is read.
    importerStructures: route(structureApi.importerStructures, {
      transaction: 'siennes',
      act: (appel) => importerStructures(appel),
    }),
    exporterStructuresRestantes: route(structureApi.exporterStructuresRestantes, {
      transaction: 'siennes',
      act: (appel) => exporterStructuresRestantes(appel),
    }),
  }) satisfies Record<keyof typeof structureApi, RouteMontee>
