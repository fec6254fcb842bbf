import { fichierAnnuaireApi as api } from '@releve/contract/annuaire/fichier.api.ts'
import type { FormatAnnuaire } from '@releve/contract/annuaire/fichier.schema.ts'
import type { Fichier } from '@releve/contract/fichier.ts'
import { type Contexte, type RouteMontee, route } from '../platform/route.ts'
import { type Demandeur, pourDe } from '../platform/tour.ts'
import {
  annulerPreparation,
  lirePreparation,
  preparer,
  telecharger,
  telechargerPreparation,
} from './fichiers/preparer.ts'
import { findAFaire, trouver } from './fichiers/trouver.ts'

type Demande = { annee: number; format: FormatAnnuaire; edition?: number | undefined }

/** The file of an annuaire, waited for. @throws ANNUAIRE_INTROUVABLE, FICHIER_NON_COMPOSE */
export const lireFichierAnnuaire = async (
  appel: Contexte & Demandeur,
  demande: Demande,
): Promise<Fichier> =>
  telecharger(appel.db, await findAFaire(appel, demande), {
    format: demande.format,
    pour: pourDe(appel),
  })

export const fichierAnnuaireRoutes = {
  // What is made may be kept, once it has been.
  genererAnnuaire: route(api.genererAnnuaire, {
    transaction: 'siennes',
    act: (appel) => lireFichierAnnuaire(appel, { ...appel.params, ...appel.query }),
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
