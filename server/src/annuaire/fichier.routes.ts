import { fichierAnnuaireApi as api } from '@releve/contract/annuaire/fichier.api.ts'
import { type RouteMontee, route } from '../platform/route.ts'
import { pourDe } from '../platform/tour.ts'
import {
  annulerPreparation,
  lirePreparation,
  preparer,
  telecharger,
  telechargerPreparation,
} from './fichiers/preparer.ts'
import { findAFaire, trouver } from './fichiers/trouver.ts'

export const fichierAnnuaireRoutes = {
  // What is made may be kept, once it has been.
  genererAnnuaire: route(api.genererAnnuaire, {
    transaction: 'siennes',
    act: async (appel) => {
      const demande = { ...appel.params, ...appel.query }
      const commande = { format: demande.format, pour: pourDe(appel) }
      return telecharger(appel.db, await findAFaire(appel, demande), commande)
    },
  }),
  // It goes on once the answer is sent, step after step, each with its own statement.
  preparerFichierAnnuaire: route(api.preparerFichierAnnuaire, {
    transaction: 'siennes',
    load: (appel) => trouver(appel, { ...appel.params, ...appel.body }),
    act: (appel, figee) => {
      const demande = { ...appel.params, ...appel.body }
      const { annee, format, soumis = false } = demande
      const commande = { annee, format, soumis, figee }
      return preparer(appel, commande, () => findAFaire(appel, demande))
    },
  }),
  suivreFichierAnnuaire: route(api.suivreFichierAnnuaire, {
    transaction: 'aucune',
    act: (appel) => lirePreparation(appel, appel.params.id),
  }),
  annulerFichierAnnuaire: route(api.annulerFichierAnnuaire, {
    transaction: 'une',
    act: (appel) => annulerPreparation(appel, appel.params.id),
  }),
  telechargerFichierAnnuaire: route(api.telechargerFichierAnnuaire, {
    transaction: 'aucune',
    act: (appel) => telechargerPreparation(appel, appel.params.id),
  }),
} satisfies Record<keyof typeof api, RouteMontee>
