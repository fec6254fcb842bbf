import { z } from 'zod'
import { zId } from '../entier.schema.ts'
import { EXPORT, zFormat } from '../export.ts'
import type { Operation } from '../operation.ts'
import { zInstant, zListe, zPagination, zPlusieurs } from '../page.ts'
import { ETATS_JETON, zJeton, zJetonSuivi, zJetonVoulu } from './jeton.schema.ts'

const zFiltres = zPagination.extend({ etat: zPlusieurs(z.enum(ETATS_JETON)).optional() })

/** The tokens by which programs call, each in the name of an account. */
export const jetonApi = {
  listMesJetons: {
    method: 'GET',
    path: '/jeton/lister',
    right: 'session',
    jeton: null,
    resume:
      'Lister ses jetons de programme\u00a0: ceux qui valent, et ceux qui ont fini depuis trente jours au plus',
    output: z.object({
      jetons: z.array(zJeton),
      /** What the settings say now. */
      permis: z.boolean(),
      dureeMax: z.number(),
      /** Today, where the platform is used: what last days count from. */
      aujourdhui: z.string(),
    }),
  },
  creerJeton: {
    method: 'POST',
    path: '/jeton/creer',
    right: 'compte.gerer',
    jeton: null,
    resume:
      'Créer un jeton de programme, par son mot de passe\u202f; il n’est donné que cette fois, et ne permet que ce qui est coché',
    body: zJetonVoulu,
    output: z.object({
      /** Told this once: the base keeps its fingerprint only. */
      jeton: z.string(),
      expireLe: zInstant,
    }),
    erreurs: [
      'ANCIEN_MOT_DE_PASSE_INCORRECT',
      'TROP_DE_TENTATIVES',
      'JETONS_INTERDITS',
      'QUOTA_JETONS',
      'FIN_JETON_INVALIDE',
      'USAGE_JETON_INTERDIT',
      'STRUCTURE_HORS_PERIMETRE',
    ],
  },
  revoquerJeton: {
    method: 'POST',
    path: '/jeton/revoquer',
    right: 'compte.gerer',
    jeton: null,
    resume:
      'Révoquer un de ses jetons de programme, ou celui de quiconque pour la direction centrale\u00a0: il ne vaut plus rien, pour de bon',
    body: z.object({ id: zId }),
    output: z.undefined(),
    status: 204,
    erreurs: ['JETON_INTROUVABLE'],
  },
  listJetons: {
    method: 'GET',
    path: '/jeton/tous',
    right: 'jeton.gerer',
    jeton: null,
    resume: 'Lister les jetons de programme de tous les comptes',
    query: zFiltres,
    output: zListe(zJetonSuivi),
  },
  exporterJetons: {
    method: 'GET',
    path: '/jeton/tous/exporter',
    right: 'jeton.gerer',
    jeton: null,
    resume: 'Exporter les jetons de programme dans un tableur',
    query: zFiltres.omit({ page: true, taille: true }).extend(zFormat.shape),
    ...EXPORT,
  },
} as const satisfies Record<string, Operation>
