import { annuaireApi as api } from '@releve/contract/annuaire/annuaire.api.ts'
import { modifierGroupe } from '../parametre/modifier.ts'
import { avecVersion, findGroupe } from '../parametre/parametre.sql.ts'
import { porteeDe } from '../platform/agent.ts'
import { type RouteMontee, route } from '../platform/route.ts'
import { listEditions } from './annuaire.sql.ts'
import { pageDifferences } from './differences.ts'
import { enregistrerAnnuaire } from './enregistrer.ts'
import { expliquerChiffre } from './expliquer.ts'
import { findContenuDe, findLisible, genererApercu, lireAnnuaire } from './lire.ts'
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
  listDifferences: route(api.listDifferences, {
    transaction: 'aucune',
    act: async (appel) => {
      const { annee } = appel.params
      const { de, vers, ...page } = appel.query
      const avant = await findContenuDe(appel, await findLisible(appel, annee, de))
      const apres = await findContenuDe(appel, await findLisible(appel, annee, vers))
      return pageDifferences(avant, apres, page)
    },
  }),
  lireReglagesAnnuaire: route(api.lireReglagesAnnuaire, {
    transaction: 'aucune',
    act: async ({ db }) => avecVersion(await findGroupe(db, REGLAGES)),
  }),
  modifierReglagesAnnuaire: route(api.modifierReglagesAnnuaire, {
    transaction: 'une',
    act: (appel) => modifierGroupe(appel, 'REGLAGES_ANNUAIRE_MODIFIES', REGLAGES, appel.body),
  }),
} satisfies Record<keyof typeof api, RouteMontee>
