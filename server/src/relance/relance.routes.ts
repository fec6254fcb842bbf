import { relanceApi as api } from '@releve/contract/relance/relance.api.ts'
import { modifierGroupe } from '../parametre/modifier.ts'
import { avecVersion, findGroupe } from '../parametre/parametre.sql.ts'
import { type RouteMontee, route } from '../platform/route.ts'
import { findStructure } from '../structure/fiche.sql.ts'
import { exporterRelances } from './exporter.ts'
import { RELANCES } from './manquant.sql.ts'
import { avecOuverture, lirePremieres, ouvrirRelances } from './premieres.ts'
import { listRelances } from './relance.sql.ts'
import { apercevoirSelection, relancerSelection } from './selection.ts'
import { readSuivi, reprendreRelances, suspendreRelances } from './suspendre.ts'

export const relanceRoutes = {
  lireReglagesRelances: route(api.lireReglagesRelances, {
    transaction: 'aucune',
    act: async ({ db }) => avecOuverture(db, avecVersion(await findGroupe(db, RELANCES))),
  }),
  modifierReglagesRelances: route(api.modifierReglagesRelances, {
    transaction: 'une',
    act: async (appel) =>
      avecOuverture(
        appel.db,
        await modifierGroupe(appel, 'RELANCES_REGLEES', RELANCES, appel.body),
      ),
  }),
  lirePremieresRelances: route(api.lirePremieresRelances, {
    transaction: 'aucune',
    act: (appel) => lirePremieres(appel),
  }),
  ouvrirRelances: route(api.ouvrirRelances, {
    transaction: 'une',
    act: (appel) => ouvrirRelances(appel),
  }),
  apercevoirRelance: route(api.apercevoirRelance, {
    transaction: 'aucune',
    act: (appel) => apercevoirSelection(appel),
  }),
  relancer: route(api.relancer, {
    transaction: 'une',
    act: (appel) => relancerSelection(appel),
  }),
  listRelances: route(api.listRelances, {
    transaction: 'aucune',
    act: ({ db, query }) => listRelances(db, query),
  }),
  exporterRelances: route(api.exporterRelances, {
    transaction: 'siennes',
    act: exporterRelances,
  }),
  lireSuiviRelances: route(api.lireSuiviRelances, {
    transaction: 'aucune',
    load: ({ db, agent, params }) => findStructure(db, agent, params.structure),
    act: (appel, structure) => readSuivi(appel, structure),
  }),
  suspendreRelances: route(api.suspendreRelances, {
    transaction: 'une',
    load: ({ db, agent, body }) => findStructure(db, agent, body.structure),
    act: (appel, structure) => suspendreRelances(appel, structure),
  }),
  reprendreRelances: route(api.reprendreRelances, {
    transaction: 'une',
    load: ({ db, agent, body }) => findStructure(db, agent, body.structure),
    act: (appel, structure) => reprendreRelances(appel, structure),
  }),
} satisfies Record<keyof typeof api, RouteMontee>
