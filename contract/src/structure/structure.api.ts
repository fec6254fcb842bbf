import { z } from 'zod'
import { zJourSaisi } from '../champ.schema.ts'
import { zCompteurDonne } from '../entier.schema.ts'
import type { CodeErreur } from '../erreur.ts'
import { EXPORT, zFormat } from '../export.ts'
import { TYPES_MIME, zFichier } from '../fichier.ts'
import { REFUS_TABLEUR, zDepotLignes, zImport, zTableurRecu } from '../import.ts'
import { zPeriode } from '../mois.schema.ts'
import type { Operation } from '../operation.ts'
import { zListe, zPagination } from '../page.ts'
import {
  ETATS_STRUCTURE,
  zCorrectionStructure,
  zDemandeCorrection,
  zFicheStructure,
  zStructure,
  zStructureListee,
  zStructureLue,
} from './structure.schema.ts'

const zCode = z.string().trim().min(1).max(60)
const zFiltres = zPagination.extend({
  region: z.string().max(30).optional(),
  typeStructure: z.string().max(30).optional(),
  etat: z.enum(ETATS_STRUCTURE).optional(),
  modele: z.string().max(30).optional(),
})

/** What stands in the way of hanging a structure on another. */
export const REFUS_PARENT = [
  'PARENT_INCONNU',
  'PARENT_SOI_MEME',
  'PARENT_NON_REGIONAL',
  'PARENT_DEPENDANT',
  'PARENT_FERME',
] as const satisfies readonly CodeErreur[]

/** What stands in the way of what is dated, in some of the months that change. */
const REFUS_DATES = [
  'CODE_INCONNU',
  'MODELE_INCONNU',
  'MODELE_INADAPTE',
  'MODELE_AVEC_RAPPORTS',
  ...REFUS_PARENT,
  'STRUCTURES_RATTACHEES',
  'MOIS_TROP_LOIN',
] as const satisfies readonly CodeErreur[]

/** What stands in the way of a record as entered. */
const REFUS_FICHE = [
  ...REFUS_DATES,
  'EFFECTIF_SANS_MODELE',
  'FERMETURE_AVANT_OUVERTURE',
  'FERMETURE_SANS_DATE',
  'FERMETURE_A_VENIR',
  'FERMETURE_A_EFFACER',
  'FERMETURE_AVANT_RAPPORT',
  'OUVERTURE_APRES_RAPPORT',
  'INVITATION_REQUISE',
  'JOUR_ETAT_INVALIDE',
  'SUSPENSION_AVANT_RAPPORT',
] as const satisfies readonly CodeErreur[]

export const structureApi = {
  listStructures: {
    method: 'GET',
    path: '/structure/lister',
    right: 'structure.lister',
    jeton: ['LIRE_RAPPORTS', 'LIRE_CHIFFRES', 'SAISIR'],
    resume: 'Lister les structures',
    query: zFiltres,
    output: zListe(zStructureListee),
  },
  lireStructure: {
    method: 'GET',
    path: '/structure/lire/{code}',
    right: 'structure.lister',
    jeton: ['LIRE_RAPPORTS', 'LIRE_CHIFFRES', 'SAISIR'],
    resume: 'Lire la fiche d’une structure, ses interruptions et ses comptes',
    params: z.object({ code: zCode }),
    output: zStructureLue,
    erreurs: ['STRUCTURE_INTROUVABLE'],
  },
  creerStructure: {
    method: 'POST',
    path: '/structure/creer',
    right: 'structure.gerer',
    jeton: null,
    resume: 'Créer une structure',
    body: zFicheStructure,
    output: zStructure,
    erreurs: ['STRUCTURE_EXISTANTE', ...REFUS_FICHE],
  },
  modifierStructure: {
    method: 'POST',
    path: '/structure/modifier',
    right: 'structure.gerer',
    jeton: null,
    resume: 'Modifier la fiche d’une structure, la suspendre ou la fermer',
    body: zFicheStructure.extend({
      version: zCompteurDonne,
      /** The month from which its dated fields say this; the present one unless told. */
      aPartirDe: zPeriode.optional(),
      /** The day on which its state changes, past or present; today unless told. */
      jourEtat: zJourSaisi.optional(),
    }),
    output: zStructure,
    erreurs: ['STRUCTURE_INTROUVABLE', 'VERSION_STRUCTURE_PERIMEE', ...REFUS_FICHE],
  },
  corrigerStructure: {
    method: 'POST',
    path: '/structure/corriger',
    right: 'structure.gerer',
    jeton: null,
    resume:
      'Corriger ce qui a été dit d’une structure, d’un mois à un autre\u202f; `apercu` dit ce qui changerait, tables des annuaires qui ne sont pas arrêtés comprises, sans rien écrire, et l’`empreinte` à renvoyer pour l’écrire',
    body: zDemandeCorrection,
    output: zCorrectionStructure,
    erreurs: [
      'STRUCTURE_INTROUVABLE',
      'VERSION_STRUCTURE_PERIMEE',
      'PERIODE_INVERSEE',
      'APERCU_PERIME',
      ...REFUS_DATES,
    ],
  },
  exporterStructures: {
    method: 'GET',
    path: '/structure/exporter',
    right: 'structure.gerer',
    jeton: null,
    resume: 'Exporter les structures dans un tableur',
    query: zFiltres.omit({ page: true, taille: true }).extend(zFormat.shape),
    ...EXPORT,
  },
  importerStructures: {
    method: 'POST',
    path: '/structure/importer',
    right: 'structure.gerer',
    jeton: null,
    resume:
      'Importer des structures d’un tableur\u202f; `apercu` dit ce qui se passerait, sans rien écrire\u202f; `seulementJustes` écrit les lignes justes et laisse les autres',
    corps: 'multipart',
    body: zDepotLignes,
    output: zImport,
    erreurs: [...REFUS_TABLEUR, 'IMPORT_REFUSE'],
  },
  exporterStructuresRestantes: {
    method: 'POST',
    path: '/structure/importer/restes',
    right: 'structure.gerer',
    jeton: null,
    resume:
      'Rendre les lignes d’un tableur de structures qui restent à corriger, chacune avec ses fautes (colonne «\u00a0Fautes\u00a0»), sans rien écrire',
    corps: 'multipart',
    body: zTableurRecu,
    reponse: 'fichier',
    output: zFichier,
    typesMime: [TYPES_MIME.csv, TYPES_MIME.xlsx],
    erreurs: [...REFUS_TABLEUR, 'AUCUNE_LIGNE_RESTANTE'],
  },
} as const satisfies Record<string, Operation>
