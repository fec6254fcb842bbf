import { z } from 'zod'
import { EXPORT, zFormat } from '../export.ts'
import { zAnnee, zMois } from '../mois.schema.ts'
import type { Operation } from '../operation.ts'
import { zListe, zPagination } from '../page.ts'
import { zVersion } from '../parametre/parametre.schema.ts'
import {
  zBilanRelance,
  zOuvrir,
  zPremieres,
  zReglagesRelances,
  zRelance,
  zSelection,
  zSuivi,
  zSuspendre,
} from './relance.schema.ts'

const zEnvoyees = zPagination.extend({
  structure: z.string().max(60).optional(),
  modele: z.string().max(60).optional(),
  mois: zMois.optional(),
  annee: zAnnee.optional(),
})
const structure = z.object({ structure: z.string().min(1).max(60) })

/** With whether the calendar's reminders may leave, which is said elsewhere. */
const zReglagesLus = zReglagesRelances.extend({
  ...zVersion.required().shape,
  ouvertes: z.boolean(),
})

/** Reminders: the calendar's, those that a person sends, and the structures that have none for a time. */
export const relanceApi = {
  lireReglagesRelances: {
    method: 'GET',
    path: '/parametres/relances',
    right: 'calendrier.gerer',
    jeton: null,
    resume: 'Lire les réglages des relances, pour les changer',
    output: zReglagesLus,
  },
  modifierReglagesRelances: {
    method: 'POST',
    path: '/parametres/relances',
    right: 'calendrier.gerer',
    jeton: null,
    resume:
      'Changer les réglages des relances\u00a0: leurs jours, la copie à la direction régionale, le courriel',
    body: zReglagesRelances.extend(zVersion.shape),
    output: zReglagesLus,
    erreurs: ['VERSION_PARAMETRES_PERIMEE'],
  },
  lirePremieresRelances: {
    method: 'GET',
    path: '/relance/premieres',
    right: 'calendrier.gerer',
    jeton: null,
    resume: 'Dire qui les premières relances du calendrier atteindraient, et quel jour',
    output: zPremieres,
  },
  ouvrirRelances: {
    method: 'POST',
    path: '/relance/ouvrir',
    right: 'calendrier.gerer',
    jeton: null,
    resume:
      'Ouvrir les relances du calendrier, après en avoir lu la liste\u00a0: elles partent ensuite d’elles-mêmes',
    body: zOuvrir,
    output: zPremieres,
    erreurs: ['RELANCES_LISTE_CHANGEE', 'COLLECTE_SANS_DEBUT'],
  },
  apercevoirRelance: {
    method: 'POST',
    path: '/relance/apercu',
    right: 'relancer',
    jeton: null,
    resume:
      'Dire à qui une relance serait écrite, et ce qui ne peut pas être relancé\u00a0; rien ne part',
    body: zSelection,
    output: zBilanRelance,
  },
  relancer: {
    method: 'POST',
    path: '/relance/envoyer',
    right: 'relancer',
    jeton: null,
    resume:
      'Relancer les structures dont ces rapports manquent\u00a0: un message par personne, une relance par rapport et par jour',
    body: zSelection,
    output: zBilanRelance,
  },
  listRelances: {
    method: 'GET',
    path: '/relance/lister',
    right: 'relancer',
    jeton: null,
    resume: 'Lister les relances envoyées, les dernières d’abord',
    query: zEnvoyees,
    output: zListe(zRelance),
  },
  exporterRelances: {
    method: 'GET',
    path: '/relance/exporter',
    right: 'relancer',
    jeton: null,
    resume: 'Exporter dans un tableur les relances envoyées',
    query: zEnvoyees.omit({ page: true, taille: true }).extend(zFormat.shape),
    ...EXPORT,
  },
  lireSuiviRelances: {
    method: 'GET',
    path: '/relance/structure/{structure}',
    right: 'relancer',
    jeton: null,
    resume: 'Dire si les relances d’une structure sont suspendues, et jusqu’à quand',
    params: structure,
    output: zSuivi,
    erreurs: ['STRUCTURE_INTROUVABLE'],
  },
  suspendreRelances: {
    method: 'POST',
    path: '/relance/suspendre',
    right: 'relancer',
    jeton: null,
    resume: 'Suspendre les relances d’une structure jusqu’à une date, avec un motif',
    body: zSuspendre,
    output: zSuivi,
    erreurs: ['STRUCTURE_INTROUVABLE', 'FIN_SUSPENSION_INVALIDE'],
  },
  reprendreRelances: {
    method: 'POST',
    path: '/relance/reprendre',
    right: 'relancer',
    jeton: null,
    resume: 'Reprendre les relances d’une structure avant la fin de leur suspension',
    body: structure,
    output: zSuivi,
    erreurs: ['STRUCTURE_INTROUVABLE', 'RELANCES_NON_SUSPENDUES'],
  },
} as const satisfies Record<string, Operation>
