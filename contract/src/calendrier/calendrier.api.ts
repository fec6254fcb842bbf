import { z } from 'zod'
import { zId } from '../entier.schema.ts'
import { EXPORT, zFormat } from '../export.ts'
import { zOctets } from '../fichier.ts'
import type { Operation } from '../operation.ts'
import { zInstant, zListe, zPagination, zPlusieurs } from '../page.ts'
import { zVersion } from '../parametre/parametre.schema.ts'
import {
  ETATS_PROLONGATION,
  ETATS_REOUVERTURE,
  zAccorder,
  zApercuReouverture,
  zCalendrierVoulu,
  zDemander,
  zMoisClos,
  zProlongation,
  zRefuser,
  zReglagesCalendrier,
  zReouverture,
  zRouvrir,
} from './calendrier.schema.ts'

const params = z.object({ id: zId })

const zReouvertures = zPagination.extend({
  etat: zPlusieurs(z.enum(ETATS_REOUVERTURE)).optional(),
})
const zProlongations = zPagination.extend({
  etat: zPlusieurs(z.enum(ETATS_PROLONGATION)).optional(),
})

/** A personal address of the calendar; null: there is none. `luLe`: its last reading, to the hour. */
const zAbonnement = z.object({ creeLe: zInstant.nullable(), luLe: zInstant.nullable() })

/** The collection calendar, months opened again, more time asked for, and the calendar to subscribe to. */
export const calendrierApi = {
  lireCalendrier: {
    method: 'GET',
    path: '/parametres/calendrier',
    right: 'calendrier.gerer',
    jeton: null,
    resume: 'Lire le calendrier de collecte, pour le changer',
    output: zReglagesCalendrier.extend(zVersion.required().shape),
  },
  modifierCalendrier: {
    method: 'POST',
    path: '/parametres/calendrier',
    right: 'calendrier.gerer',
    jeton: null,
    resume:
      'Changer le calendrier de collecte\u202f: échéance, clôture, jours fériés, fuseau, double regard',
    body: zCalendrierVoulu.extend(zVersion.shape),
    output: zReglagesCalendrier.extend(zVersion.required().shape),
    erreurs: ['VERSION_PARAMETRES_PERIMEE'],
  },
  exporterCalendrier: {
    method: 'GET',
    path: '/parametres/calendrier/exporter',
    right: 'calendrier.gerer',
    jeton: null,
    resume:
      'Exporter dans un tableur le calendrier de collecte\u00a0: échéances, clôtures et jours fériés, par date',
    query: zFormat,
    ...EXPORT,
  },
  listReouvertures: {
    method: 'GET',
    path: '/calendrier/reouvertures',
    right: 'calendrier.gerer',
    jeton: null,
    resume: 'Lister les mois rouverts à une structure',
    query: zReouvertures,
    output: zListe(zReouverture),
  },
  exporterReouvertures: {
    method: 'GET',
    path: '/calendrier/reouvertures/exporter',
    right: 'calendrier.gerer',
    jeton: null,
    resume: 'Exporter les réouvertures dans un tableur',
    query: zReouvertures.omit({ page: true, taille: true }).extend(zFormat.shape),
    ...EXPORT,
  },
  rouvrirMois: {
    method: 'POST',
    path: '/calendrier/rouvrir',
    right: 'calendrier.gerer',
    jeton: null,
    resume: 'Rouvrir un mois clos à des structures, jusqu’à une date\u00a0: à toutes, ou à aucune',
    body: zRouvrir,
    output: z.object({ rouvertes: z.array(zReouverture) }),
    erreurs: [
      'STRUCTURE_INCONNUE',
      'MOIS_A_VENIR',
      'MOIS_OUVERT',
      'MOIS_NON_ATTENDU',
      'MOIS_DEJA_ROUVERT',
      'FIN_REOUVERTURE_INVALIDE',
    ],
  },
  apercevoirReouverture: {
    method: 'POST',
    path: '/calendrier/rouvrir/apercu',
    right: 'calendrier.gerer',
    jeton: null,
    resume:
      'Dire à quelles structures un mois clos peut être rouvert, et pourquoi pas aux autres\u202f; rien n’est écrit',
    body: zRouvrir,
    output: zApercuReouverture,
    erreurs: ['STRUCTURE_INCONNUE', 'MOIS_A_VENIR', 'MOIS_OUVERT', 'FIN_REOUVERTURE_INVALIDE'],
  },
  terminerReouverture: {
    method: 'POST',
    path: '/calendrier/reouvertures/{id}/terminer',
    right: 'calendrier.gerer',
    jeton: null,
    resume: 'Terminer une réouverture avant sa fin\u00a0: le mois se ferme aussitôt',
    params,
    output: zReouverture,
    erreurs: ['REOUVERTURE_INTROUVABLE', 'REOUVERTURE_CLOSE'],
  },
  listProlongations: {
    method: 'GET',
    path: '/calendrier/prolongations',
    right: 'calendrier.gerer',
    jeton: null,
    resume: 'Lister les demandes de prolongation, celles qui attendent d’abord',
    query: zProlongations,
    output: zListe(zProlongation),
  },
  exporterProlongations: {
    method: 'GET',
    path: '/calendrier/prolongations/exporter',
    right: 'calendrier.gerer',
    jeton: null,
    resume: 'Exporter les demandes de prolongation dans un tableur',
    query: zProlongations.omit({ page: true, taille: true }).extend(zFormat.shape),
    ...EXPORT,
  },
  accorderProlongation: {
    method: 'POST',
    path: '/calendrier/prolongations/{id}/accorder',
    right: 'calendrier.gerer',
    jeton: null,
    resume: 'Accorder une prolongation\u00a0: le mois est ouvert à la structure jusqu’à cette date',
    params,
    body: zAccorder,
    output: zProlongation,
    erreurs: ['PROLONGATION_INTROUVABLE', 'PROLONGATION_CLOSE', 'FIN_REOUVERTURE_INVALIDE'],
  },
  refuserProlongation: {
    method: 'POST',
    path: '/calendrier/prolongations/{id}/refuser',
    right: 'calendrier.gerer',
    jeton: null,
    resume: 'Refuser une prolongation, avec une phrase à la structure',
    params,
    body: zRefuser,
    output: zProlongation,
    erreurs: ['PROLONGATION_INTROUVABLE', 'PROLONGATION_CLOSE'],
  },
  listMoisClos: {
    method: 'GET',
    path: '/calendrier/mois/{structure}',
    right: 'calendrier.demander',
    jeton: null,
    resume:
      'Lister les mois clos, bientôt clos ou rouverts d’une de ses structures, et ce qui a été demandé',
    params: z.object({ structure: z.string().min(1).max(60) }),
    output: z.array(zMoisClos),
    erreurs: ['STRUCTURE_INTROUVABLE'],
  },
  demanderProlongation: {
    method: 'POST',
    path: '/calendrier/prolongations',
    right: 'calendrier.demander',
    jeton: null,
    resume: 'Demander une prolongation pour un mois clos ou bientôt clos d’une de ses structures',
    body: zDemander,
    output: zMoisClos,
    erreurs: [
      'STRUCTURE_INTROUVABLE',
      'MOIS_A_VENIR',
      'MOIS_NON_ATTENDU',
      'PROLONGATION_PREMATUREE',
      'PROLONGATION_EN_ATTENTE',
    ],
  },
  lireAbonnement: {
    method: 'GET',
    path: '/calendrier/abonnement',
    right: 'compte.gerer',
    jeton: null,
    resume:
      'Dire si l’on a une adresse personnelle de calendrier, depuis quand, et quand elle a été lue',
    output: zAbonnement,
  },
  creerAbonnement: {
    method: 'POST',
    path: '/calendrier/abonnement',
    right: 'compte.gerer',
    jeton: null,
    resume:
      'Créer son adresse personnelle de calendrier, ou la renouveler\u00a0: la précédente ne vaut plus rien',
    output: zAbonnement.extend({
      creeLe: zInstant,
      /** Told this once: the base keeps its fingerprint only. */
      jeton: z.string(),
    }),
  },
  supprimerAbonnement: {
    method: 'DELETE',
    path: '/calendrier/abonnement',
    right: 'compte.gerer',
    jeton: null,
    resume: 'Retirer son adresse personnelle de calendrier\u00a0: elle ne vaut plus rien',
    output: zAbonnement,
  },
  lireFluxCalendrier: {
    method: 'GET',
    path: '/calendrier/{jeton}.ics',
    right: 'public',
    jeton: null,
    resume:
      'Lire, par son adresse personnelle, les échéances, clôtures et réouvertures de ses structures (iCalendar)',
    params: z.object({ jeton: z.string().min(1).max(200) }),
    output: zOctets,
    reponse: 'octets',
    typeMime: 'text/calendar; charset=utf-8',
    erreurs: ['ABONNEMENT_INTROUVABLE', 'TROP_DE_DEMANDES'],
  },
} as const satisfies Record<string, Operation>
