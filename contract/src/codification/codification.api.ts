import { z } from 'zod'
import type { CodeErreur } from '../erreur.ts'
import { zFormat } from '../export.ts'
import { TYPES_MIME, zFichier } from '../fichier.ts'
import { REFUS_TABLEUR, zDepotLignes, zImport, zTableurRecu } from '../import.ts'
import type { Operation } from '../operation.ts'
import {
  zChangementsCodification,
  zCodification,
  zCodificationListee,
  zDemandeCodification,
  zMoisIso,
  zValeurCodification,
} from './codification.schema.ts'

const zListe = z.object({ code: z.string().max(40) })

/** What stands in the way of a change. */
const REFUS = [
  'CODE_EXISTANT',
  'CODE_INCONNU',
  'CODE_EMPLOYE',
  'CODE_SENS_CHANGE',
  'CODE_RATTACHE',
  'CODE_RESERVE',
  'CODE_PARENT_INCONNU',
  'CODE_PARENT_EN_BOUCLE',
  'LISTE_PARENTE_INCONNUE',
  'LISTE_PARENTE_EN_BOUCLE',
  'VALIDITE_INVERSEE',
  'LISTE_TROP_LONGUE',
] as const satisfies readonly CodeErreur[]

export const codificationApi = {
  listCodifications: {
    method: 'GET',
    path: '/codifications/lister/{code}',
    right: 'codification.lire',
    jeton: ['LIRE_RAPPORTS', 'LIRE_CHIFFRES', 'SAISIR'],
    resume: 'Lire une liste de codes',
    params: zListe,
    /** The month in which the codes are to be offered; absent: the current one. */
    query: z.object({ mois: zMoisIso.optional() }),
    output: z.array(zValeurCodification),
    erreurs: ['CODIFICATION_INTROUVABLE'],
  },
  listListes: {
    method: 'GET',
    path: '/codifications',
    right: 'codification.lire',
    jeton: ['LIRE_RAPPORTS', 'LIRE_CHIFFRES', 'SAISIR'],
    resume: 'Lister les listes de codes',
    output: z.array(zCodificationListee),
  },
  lireCodification: {
    method: 'GET',
    path: '/codifications/lire/{code}',
    right: 'codification.gerer',
    jeton: null,
    resume: 'Lire une liste de codes pour la changer, avec ce qui emploie chaque code',
    params: zListe,
    output: zCodification,
    erreurs: ['CODIFICATION_INTROUVABLE'],
  },
  enregistrerCodification: {
    method: 'POST',
    path: '/codifications/enregistrer',
    right: 'codification.gerer',
    jeton: null,
    resume:
      'Créer ou changer une liste de codes\u202f; `apercu` dit ce qui changerait et ce que cela touche, sans rien écrire',
    body: zDemandeCodification,
    output: zChangementsCodification,
    erreurs: [
      'CODIFICATION_INTROUVABLE',
      'CODIFICATION_EXISTANTE',
      'VERSION_CODIFICATION_PERIMEE',
      ...REFUS,
    ],
  },
  exporterCodification: {
    method: 'GET',
    path: '/codifications/exporter/{code}',
    right: 'codification.gerer',
    jeton: null,
    resume: 'Exporter une liste de codes dans un tableur',
    params: zListe,
    query: zFormat,
    reponse: 'fichier',
    output: zFichier,
    typesMime: [TYPES_MIME.csv, TYPES_MIME.xlsx],
    erreurs: ['CODIFICATION_INTROUVABLE'],
  },
  importerCodification: {
    method: 'POST',
    path: '/codifications/importer/{code}',
    right: 'codification.gerer',
    jeton: null,
    resume:
      'Importer les codes d’une liste d’un tableur\u202f; `apercu` dit ce qui se passerait, sans rien écrire\u202f; `seulementJustes` écrit les lignes justes et laisse les autres',
    params: zListe,
    corps: 'multipart',
    body: zDepotLignes,
    output: zImport,
    erreurs: ['CODIFICATION_INTROUVABLE', ...REFUS_TABLEUR, 'IMPORT_REFUSE'],
  },
  exporterCodesRestants: {
    method: 'POST',
    path: '/codifications/importer/{code}/restes',
    right: 'codification.gerer',
    jeton: null,
    resume:
      'Rendre les lignes d’un tableur de codes qui restent à corriger, chacune avec ses fautes (colonne «\u00a0Fautes\u00a0»), sans rien écrire',
    params: zListe,
    corps: 'multipart',
    body: zTableurRecu,
    reponse: 'fichier',
    output: zFichier,
    typesMime: [TYPES_MIME.csv, TYPES_MIME.xlsx],
    erreurs: ['CODIFICATION_INTROUVABLE', ...REFUS_TABLEUR, 'AUCUNE_LIGNE_RESTANTE'],
  },
} as const satisfies Record<string, Operation>
