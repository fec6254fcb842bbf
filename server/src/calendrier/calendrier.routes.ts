import { calendrierApi as api } from '@releve/contract/calendrier/calendrier.api.ts'
import { aujourdhui, CALENDRIER } from '../parametre/calendrier.ts'
import { lectureDe } from '../parametre/modifier.ts'
import { type RouteMontee, routeOf } from '../platform/route.ts'
import { findStructure } from '../structure/fiche.sql.ts'
import { findAbonnement } from './abonnement.sql.ts'
import { creerAbonnement, lireFlux, supprimerAbonnement } from './abonnement.ts'
import { calendrierRights } from './calendrier.rights.ts'
import { exporterCalendrier, exporterProlongations, exporterReouvertures } from './exporter.ts'
import { modifierCalendrier } from './modifier.ts'
import { findProlongation } from './prolongation.sql.ts'
import {
  accorderProlongation,
  demanderProlongation,
  listMoisClos,
  pageProlongations,
  refuserProlongation,
} from './prolonger.ts'
import { findReouvertures, listReouvertures } from './reouverture.sql.ts'
import { apercevoirReouverture, rouvrirMois, terminerReouverture } from './rouvrir.ts'

const route = routeOf(calendrierRights)

export const calendrierRoutes = {
  lireCalendrier: route(api.lireCalendrier, lectureDe(CALENDRIER)),
  modifierCalendrier: route(api.modifierCalendrier, {
    transaction: 'une',
    act: modifierCalendrier,
  }),
  exporterCalendrier: route(api.exporterCalendrier, {
    transaction: 'siennes',
    act: exporterCalendrier,
  }),
  listReouvertures: route(api.listReouvertures, {
    transaction: 'aucune',
    act: async (appel) => {
      const { jour } = await aujourdhui(appel)
      return listReouvertures(appel.db, appel.query, jour)
    },
  }),
  // The lines are read as the file leaves: no transaction waits for who reads.
  exporterReouvertures: route(api.exporterReouvertures, {
    transaction: 'siennes',
    act: exporterReouvertures,
  }),
  rouvrirMois: route(api.rouvrirMois, {
    transaction: 'une',
    act: (appel) => rouvrirMois(appel),
  }),
  apercevoirReouverture: route(api.apercevoirReouverture, {
    transaction: 'aucune',
    act: (appel) => apercevoirReouverture(appel),
  }),
  terminerReouverture: route(api.terminerReouverture, {
    transaction: 'une',
    load: async (appel) => {
      const { jour } = await aujourdhui(appel)
      return (await findReouvertures(appel.db, [appel.params.id], jour))[0]
    },
    act: (appel) => terminerReouverture(appel),
  }),
  listProlongations: route(api.listProlongations, {
    transaction: 'aucune',
    act: (appel) => pageProlongations(appel),
  }),
  exporterProlongations: route(api.exporterProlongations, {
    transaction: 'siennes',
    act: exporterProlongations,
  }),
  accorderProlongation: route(api.accorderProlongation, {
    transaction: 'une',
    load: ({ db, params }) => findProlongation(db, params.id),
    act: (appel) => accorderProlongation(appel),
  }),
  refuserProlongation: route(api.refuserProlongation, {
    transaction: 'une',
    load: ({ db, params }) => findProlongation(db, params.id),
    act: (appel) => refuserProlongation(appel),
  }),
  listMoisClos: route(api.listMoisClos, {
    transaction: 'aucune',
    load: ({ db, agent, params }) => findStructure(db, agent, params.structure),
    act: (appel, structure) => listMoisClos(appel, structure),
  }),
  demanderProlongation: route(api.demanderProlongation, {
    transaction: 'une',
    load: ({ db, agent, body }) => findStructure(db, agent, body.structure),
    act: (appel, structure) => demanderProlongation(appel, structure),
  }),
  lireAbonnement: route(api.lireAbonnement, {
    transaction: 'aucune',
    act: ({ db, agent }) => findAbonnement(db, agent.id),
  }),
  creerAbonnement: route(api.creerAbonnement, {
    transaction: 'une',
    act: (appel) => creerAbonnement(appel),
  }),
  supprimerAbonnement: route(api.supprimerAbonnement, {
    transaction: 'une',
    act: (appel) => supprimerAbonnement(appel),
  }),
  // It counts who asks, which must stay whatever follows.
  lireFluxCalendrier: route(api.lireFluxCalendrier, {
    transaction: 'siennes',
    act: ({ db, params, adresse, config, maintenant }) =>
      lireFlux(db, { ...params, adresse, config, maintenant }),
  }),
} satisfies Record<keyof typeof api, RouteMontee>
