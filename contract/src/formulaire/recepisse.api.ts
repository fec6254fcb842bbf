import { z } from 'zod'
import { TYPES_MIME, zFichier } from '../fichier.ts'
import type { Operation } from '../operation.ts'
import { FORMATS_RECEPISSE, zRecepisses, zVerification } from './recepisse.schema.ts'

const params = z.object({ numero: z.string().min(1).max(80) })

/** What a structure keeps of each submission, and how anyone verifies it. */
export const recepisseApi = {
  listRecepisses: {
    method: 'GET',
    path: '/formulaire/recepisses/{numero}',
    right: 'formulaire.lire',
    jeton: ['LIRE_RAPPORTS'],
    resume:
      'Lister les récépissés d’un rapport, du plus récent au plus ancien, et vérifier leur chaîne',
    params,
    output: zRecepisses,
    erreurs: ['FORMULAIRE_INTROUVABLE'],
  },
  lireRecepisse: {
    method: 'GET',
    path: '/formulaire/recepisse/{numero}',
    right: 'formulaire.lire',
    jeton: ['LIRE_RAPPORTS'],
    resume:
      'Télécharger le récépissé d’une soumission, la dernière par défaut\u00a0: document PDF, ou texte dont il porte l’empreinte (`json`)',
    params,
    query: z.object({
      soumission: z.coerce.number().int().min(1).max(32_767).optional(),
      format: z.enum(FORMATS_RECEPISSE).default('pdf'),
    }),
    reponse: 'fichier',
    output: zFichier,
    typesMime: [TYPES_MIME.pdf, TYPES_MIME.json],
    erreurs: [
      'FORMULAIRE_INTROUVABLE',
      'SOUMISSION_SANS_RECEPISSE',
      'RECEPISSE_ALTERE',
      'PDF_INDISPONIBLE',
      'FICHIER_NON_COMPOSE',
      'TRAVAUX_EN_COURS',
      'SERVICE_OCCUPE',
    ],
  },
  verifierRecepisse: {
    method: 'GET',
    path: '/recepisse/{code}',
    right: 'public',
    jeton: null,
    resume: 'Vérifier un récépissé par son code\u00a0: ce qu’il atteste, sans les valeurs',
    params: z.object({ code: z.string().min(1).max(60) }),
    output: zVerification,
    erreurs: ['RECEPISSE_INTROUVABLE', 'RECEPISSE_ALTERE', 'TROP_DE_DEMANDES'],
  },
} as const satisfies Record<string, Operation>
