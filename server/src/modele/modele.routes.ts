import { modeleApi } from '@releve/contract/modele/modele.api.ts'
import { moisCourant } from '../parametre/calendrier.ts'
import { type RouteMontee, route } from '../platform/route.ts'
import { analyser, convertir } from './ailleurs/reprendre.ts'
import { exporterUnites } from './ailleurs/unites.ts'
import {
  composeBrouillon,
  creerBrouillon,
  enregistrerBrouillon,
  supprimerBrouillon,
} from './brouillon.ts'
import { exporterSource, importer } from './echange.ts'
import { exporterModeles } from './exporter.ts'
import { composeVersion, composeVocabulaire, findEnVigueur, gererModeles } from './gerer.ts'
import { findBrouillon, findVersion } from './modele.gestion.sql.ts'
import { listModeles } from './modele.sql.ts'
import { publier } from './publier.ts'
import { annulerSimulation, lireSimulation, simuler } from './simulation.ts'

export const modeleRoutes = {
  listModeles: route(modeleApi.listModeles, {
    transaction: 'aucune',
    act: async ({ db }) => listModeles(db),
  }),
  lireModeleEnVigueur: route(modeleApi.lireModeleEnVigueur, {
    transaction: 'aucune',
    load: (appel) => findEnVigueur(appel, appel.params.code),
    act: async (_, { modele }) => modele,
  }),
  gererModeles: route(modeleApi.gererModeles, {
    transaction: 'aucune',
    act: (appel) => gererModeles(appel),
  }),
  exporterModeles: route(modeleApi.exporterModeles, {
    transaction: 'siennes',
    act: exporterModeles,
  }),
  lireVocabulaireModele: route(modeleApi.lireVocabulaireModele, {
    transaction: 'aucune',
    act: ({ db }) => composeVocabulaire(db),
  }),
  lireVersionModele: route(modeleApi.lireVersionModele, {
    transaction: 'aucune',
    load: ({ db, params }) => findVersion(db, params.id),
    act: async (appel, version) => ({
      ...composeVersion(version, await moisCourant(appel)),
      source: version.source,
    }),
  }),
  exporterVersionModele: route(modeleApi.exporterVersionModele, {
    transaction: 'aucune',
    load: ({ db, params }) => findVersion(db, params.id),
    act: async (_, { source }) => exporterSource(source, `v${source.version}`),
  }),
  creerBrouillonModele: route(modeleApi.creerBrouillonModele, {
    transaction: 'une',
    act: (appel) => creerBrouillon(appel),
  }),
  importerModele: route(modeleApi.importerModele, {
    transaction: 'une',
    act: (appel) => importer(appel),
  }),
  exporterUnites: route(modeleApi.exporterUnites, {
    transaction: 'aucune',
    act: (appel) => exporterUnites(appel),
  }),
  // The file is read before anything is held.
  analyserModele: route(modeleApi.analyserModele, {
    transaction: 'aucune',
    act: (appel) => analyser(appel),
  }),
  convertirModele: route(modeleApi.convertirModele, {
    transaction: 'siennes',
    act: (appel) => convertir(appel),
  }),
  lireBrouillonModele: route(modeleApi.lireBrouillonModele, {
    transaction: 'aucune',
    load: ({ db, params }) => findBrouillon(db, params.id),
    act: (appel, brouillon) => composeBrouillon(appel, brouillon),
  }),
  // What it is looked at for may be long: the base is not held meanwhile.
  enregistrerBrouillonModele: route(modeleApi.enregistrerBrouillonModele, {
    transaction: 'siennes',
    load: ({ db, params }) => findBrouillon(db, params.id),
    act: (appel, brouillon) => enregistrerBrouillon(appel, brouillon),
  }),
  supprimerBrouillonModele: route(modeleApi.supprimerBrouillonModele, {
    transaction: 'une',
    act: (appel) => supprimerBrouillon(appel, appel.params.id),
  }),
  exporterBrouillonModele: route(modeleApi.exporterBrouillonModele, {
    transaction: 'aucune',
    load: ({ db, params }) => findBrouillon(db, params.id),
    act: async (_, { source }) => exporterSource(source, 'brouillon'),
  }),
  publierModele: route(modeleApi.publierModele, {
    transaction: 'une',
    act: (appel) => publier(appel),
  }),
  // It goes on once the answer is sent, lot after lot, each with its own statement.
  simulerModele: route(modeleApi.simulerModele, {
    transaction: 'siennes',
    load: ({ db, params }) => findBrouillon(db, params.id),
    act: (appel, brouillon) => simuler(appel, brouillon),
  }),
  lireSimulationModele: route(modeleApi.lireSimulationModele, {
    transaction: 'aucune',
    act: (appel) => lireSimulation(appel, appel.params.id),
  }),
  annulerSimulationModele: route(modeleApi.annulerSimulationModele, {
    transaction: 'une',
    act: (appel) => annulerSimulation(appel, appel.params.id),
  }),
} satisfies Record<keyof typeof modeleApi, RouteMontee>
