import { annuaireApi as api } from '@releve/contract/annuaire/annuaire.api.ts'
import { lectureDe, modificationDe } from '../parametre/modifier.ts'
import { porteeDe } from '../platform/agent.ts'
import { type RouteMontee, route } from '../platform/route.ts'
import { listEditions } from './annuaire.sql.ts'
import { enregistrerAnnuaire } from './enregistrer.ts'
import { expliquerChiffre } from './expliquer.ts'
import { exporterDifferences, exporterExplication, lireDifferences } from './exporter.ts'
import { genererApercu, lireAnnuaire } from './lire.ts'
import { REGLAGES } from './reglages.ts'

export const annuaireRoutes = {
  lireAnnuaire: route(api.lireAnnuaire, {
    transaction: 'aucune',
    act: (appel) => {
      const { db, agent, params, query } = appel
      if (params.param !== 'tous') return lireAnnuaire(appel, Number(params.param), query.edition)
      return listEditions(db, porteeDe(agent, 'annuaire.gerer') === null)
    },
  }),
  genererApercu: route(api.genererApercu, {
    transaction: 'aucune',
    act: (appel) => genererApercu(appel, appel.params.annee, appel.query.soumis ?? false),
  }),
  // Its turn to compute comes before its transaction.
  enregistrerAnnuaire: route(api.enregistrerAnnuaire, {
    transaction: 'siennes',
    act: async (appel) => {
      await enregistrerAnnuaire(appel)
      return lireAnnuaire(appel, appel.body.annee)
    },
  }),
  expliquerChiffre: route(api.expliquerChiffre, {
    transaction: 'aucune',
    act: (appel) => expliquerChiffre(appel, { ...appel.params, ...appel.query }),
  }),
  exporterExplication: route(api.exporterExplication, {
    transaction: 'siennes',
    act: exporterExplication,
  }),
  listDifferences: route(api.listDifferences, {
    transaction: 'aucune',
    act: (appel) => lireDifferences(appel, appel.query),
  }),
  exporterDifferences: route(api.exporterDifferences, {
    transaction: 'siennes',
    act: exporterDifferences,
  }),
  lireReglagesAnnuaire: route(api.lireReglagesAnnuaire, lectureDe(REGLAGES)),
  modifierReglagesAnnuaire: route(
    api.modifierReglagesAnnuaire,
    modificationDe('REGLAGES_ANNUAIRE_MODIFIES', REGLAGES),
  ),
} satisfies Record<keyof typeof api, RouteMontee>
