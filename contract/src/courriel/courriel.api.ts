import { z } from 'zod'
import { zGrandId } from '../entier.schema.ts'
import { EXPORT, zFormat } from '../export.ts'
import type { Operation } from '../operation.ts'
import { zListe, zPagination, zPlusieurs } from '../page.ts'
import { ETATS_COURRIEL, zCourrielEnvoi, zModeEnvoi } from './courriel.schema.ts'

const zFiltres = zPagination
  .omit({ tri: true })
  .extend({ etat: zPlusieurs(z.enum(ETATS_COURRIEL)).optional() })

const acte = (verbe: string, resume: string) =>
  ({
    method: 'POST',
    path: `/courriel/${verbe}/{id}`,
    right: 'courriel.gerer',
    jeton: null,
    resume,
    params: z.object({ id: zGrandId }),
    output: zCourrielEnvoi,
    erreurs: ['COURRIEL_INTROUVABLE', 'COURRIEL_NON_MODIFIABLE'],
  }) as const

export const courrielApi = {
  listCourriels: {
    method: 'GET',
    path: '/courriel/lister',
    right: 'courriel.gerer',
    jeton: null,
    resume: 'Lister les courriels de la boîte d’envoi, jamais leur texte',
    query: zFiltres,
    output: zListe(zCourrielEnvoi).extend({
      envoi: zModeEnvoi,
      /** How many are to leave, and how many were given up, whatever the filters. */
      enAttente: z.number(),
      abandonnes: z.number(),
    }),
  },
  exporterCourriels: {
    method: 'GET',
    path: '/courriel/exporter',
    right: 'courriel.gerer',
    jeton: null,
    resume: 'Exporter la boîte d’envoi dans un tableur, jamais le texte des courriels',
    query: zFiltres.omit({ page: true, taille: true }).extend(zFormat.shape),
    ...EXPORT,
  },
  reessayerCourriel: acte(
    'reessayer',
    'Remettre un courriel dans la file d’envoi, pour être essayé aussitôt',
  ),
  abandonnerCourriel: acte(
    'abandonner',
    'Renoncer à envoyer un courriel\u00a0: son texte est effacé, il ne partira plus',
  ),
} as const satisfies Record<string, Operation>
