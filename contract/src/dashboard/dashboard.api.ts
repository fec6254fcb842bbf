import { z } from 'zod'
import { EXPORT, zFormat } from '../export.ts'
import { NIVEAUX } from '../formulaire/ecart.rules.ts'
import { zAnnee, zMois, zPeriode } from '../mois.schema.ts'
import type { Operation } from '../operation.ts'
import { zListe, zPagination, zPlusieurs, zRecalculDit } from '../page.ts'
import {
  ETATS_A_EXAMINER,
  STATUTS_RETARD,
  zAExaminer,
  zCases,
  zCasesVoulues,
  zDashboard,
  zDashboardStructure,
  zEcartEffectif,
  zMatrice,
  zMiseEnRoute,
  zMoisDashboard,
  zRetard,
  zSeries,
  zTotauxEcarts,
  zTotauxRetards,
} from './dashboard.schema.ts'

const zCodes = zPlusieurs(z.string().max(60))

/** What every figure of the dashboard may be narrowed by, always within the reader's perimeter. */
const zFiltres = z.object({
  regions: zCodes.optional(),
  types: zCodes.optional(),
  modeles: zCodes.optional(),
})

const zRetards = zPagination.extend({
  ...zFiltres.shape,
  /** The twelve months that end with the present one, unless told. */
  annee: zAnnee.optional(),
  statut: zPlusieurs(z.enum(STATUTS_RETARD)).optional(),
  structure: z.string().max(60).optional(),
})
const zEcarts = zPagination.extend({
  ...zFiltres.shape,
  niveaux: zPlusieurs(z.enum(NIVEAUX)).optional(),
})
const zExamens = zPagination.extend({
  ...zFiltres.shape,
  etats: zPlusieurs(z.enum(ETATS_A_EXAMINER)).optional(),
})
const SANS_PAGE = { page: true, taille: true } as const

/** The month that ends a series; the present one unless told. */
const zFin = z.object({ mois: zMois.optional(), annee: zAnnee.optional() })

/** Figures of the collection, all of « the value of a month » (docs/conception.md, 3). */
export const dashboardApi = {
  lireDashboard: {
    method: 'GET',
    path: '/dashboard/lire/{param}',
    right: 'formulaire.lire',
    jeton: ['LIRE_CHIFFRES'],
    resume:
      'Lire le tableau de bord d’une année\u00a0: états, complétude et promptitude, délai de validation et renvois par mois, région, type et modèle, effectifs',
    params: z.object({ param: zAnnee }),
    query: zFiltres,
    output: zDashboard,
  },
  exporterDashboard: {
    method: 'GET',
    path: '/dashboard/lire/exporter/{annee}',
    right: 'formulaire.lire',
    jeton: ['LIRE_CHIFFRES'],
    resume:
      'Exporter dans un tableur la complétude et la promptitude d’une année, par mois, région, type et modèle',
    params: z.object({ annee: zAnnee }),
    query: zFiltres.extend(zFormat.shape),
    ...EXPORT,
  },
  lireMois: {
    method: 'GET',
    path: '/dashboard/lireMois',
    right: 'formulaire.lire',
    jeton: ['LIRE_CHIFFRES'],
    resume:
      'Lire les mois autour d’aujourd’hui\u00a0: échéance, clôture, rapports attendus, reçus, reçus à temps, pas encore dus',
    query: zFiltres,
    output: zMoisDashboard,
  },
  lireMatrice: {
    method: 'GET',
    path: '/dashboard/matrice/{annee}',
    right: 'formulaire.lire',
    jeton: ['LIRE_CHIFFRES'],
    resume: 'Lire où en est chaque rapport d’une année\u00a0: structures × mois × modèles',
    params: z.object({ annee: zAnnee }),
    query: zFiltres,
    output: zMatrice,
  },
  exporterMatrice: {
    method: 'GET',
    path: '/dashboard/matrice/exporter/{annee}',
    right: 'formulaire.lire',
    jeton: ['LIRE_CHIFFRES'],
    resume:
      'Exporter dans un tableur où en est chaque rapport d’une année\u00a0: une ligne par structure et modèle, une colonne par mois',
    params: z.object({ annee: zAnnee }),
    query: zFiltres.extend(zFormat.shape),
    ...EXPORT,
  },
  listCases: {
    method: 'POST',
    path: '/dashboard/cases',
    right: 'formulaire.lire',
    jeton: ['LIRE_CHIFFRES'],
    resume: 'Lister les rapports de cases de la matrice, avec ce que l’on peut faire de chacun',
    body: zCasesVoulues,
    output: zCases,
  },
  listRetards: {
    method: 'GET',
    path: '/dashboard/retardSaisie',
    right: 'formulaire.lire',
    jeton: ['LIRE_CHIFFRES'],
    resume:
      'Lister, par structure et modèle, les mois en retard ou reçus hors délai, le plus en retard d’abord',
    query: zRetards,
    output: zListe(zRetard).extend({ totaux: zTotauxRetards }),
  },
  exporterRetards: {
    method: 'GET',
    path: '/dashboard/retardSaisie/exporter',
    right: 'formulaire.lire',
    jeton: ['LIRE_CHIFFRES'],
    resume: 'Exporter dans un tableur les mois en retard ou reçus hors délai, une ligne par mois',
    query: zRetards.omit(SANS_PAGE).extend(zFormat.shape),
    ...EXPORT,
  },
  listEcarts: {
    method: 'GET',
    path: '/dashboard/ecartEffectif/{mois}/{annee}',
    right: 'formulaire.lire',
    jeton: ['LIRE_CHIFFRES'],
    resume: 'Lister les écarts d’effectif d’un mois, le plus grand d’abord, et leurs totaux',
    params: zPeriode,
    query: zEcarts,
    output: zListe(zEcartEffectif).extend({ totaux: zTotauxEcarts, ...zRecalculDit.shape }),
  },
  exporterEcarts: {
    method: 'GET',
    path: '/dashboard/ecartEffectif/exporter/{mois}/{annee}',
    right: 'formulaire.lire',
    jeton: ['LIRE_CHIFFRES'],
    resume: 'Exporter dans un tableur les écarts d’effectif d’un mois',
    params: zPeriode,
    query: zEcarts.omit(SANS_PAGE).extend(zFormat.shape),
    ...EXPORT,
  },
  lireSeries: {
    method: 'GET',
    path: '/dashboard/series',
    right: 'formulaire.lire',
    jeton: ['LIRE_CHIFFRES'],
    resume: 'Lire effectifs, entrées et sorties de vingt-quatre mois, par modèle',
    query: zFiltres.extend(zFin.shape),
    output: zSeries,
  },
  listAExaminer: {
    method: 'GET',
    path: '/dashboard/aExaminer',
    right: 'formulaire.valider',
    jeton: null,
    resume: 'Lister les rapports qui attendent la direction centrale, ce qui pèse le plus d’abord',
    query: zExamens,
    output: zListe(zAExaminer).extend({
      /** How many of each state, whatever the states asked for. */
      etats: z.record(z.enum(ETATS_A_EXAMINER), z.number().int()),
      ...zRecalculDit.shape,
    }),
  },
  exporterAExaminer: {
    method: 'GET',
    path: '/dashboard/aExaminer/exporter',
    right: 'formulaire.valider',
    jeton: null,
    resume: 'Exporter dans un tableur les rapports qui attendent la direction centrale',
    query: zExamens.omit(SANS_PAGE).extend(zFormat.shape),
    ...EXPORT,
  },
  lireMiseEnRoute: {
    method: 'GET',
    path: '/dashboard/miseEnRoute',
    right: 'calendrier.gerer',
    jeton: null,
    resume:
      'Lire ce qui est prêt de la collecte et ce qui reste à faire\u00a0: modèles, structures, comptes, début, relances',
    output: zMiseEnRoute,
  },
  lireDashboardStructure: {
    method: 'GET',
    path: '/dashboard/structure/{code}',
    right: 'formulaire.lire',
    jeton: ['LIRE_CHIFFRES'],
    resume: 'Lire les chiffres d’une structure auprès de son passé et de la médiane de son type',
    params: z.object({ code: z.string().min(1).max(60) }),
    query: zFin,
    output: zDashboardStructure,
    erreurs: ['STRUCTURE_INTROUVABLE'],
  },
} as const satisfies Record<string, Operation>
