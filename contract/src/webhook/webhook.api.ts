import { z } from 'zod'
import { zGrandId, zId } from '../entier.schema.ts'
import { EXPORT, zFormat } from '../export.ts'
import type { Operation } from '../operation.ts'
import { zListe, zPagination, zPlusieurs } from '../page.ts'
import {
  ETATS_LIVRAISON,
  ETATS_WEBHOOK,
  zLivraison,
  zWebhook,
  zWebhookVoulu,
} from './webhook.schema.ts'

const zFiltres = zPagination.extend({ etat: zPlusieurs(z.enum(ETATS_WEBHOOK)).optional() })
const zFiltresLivraisons = zPagination.extend({
  etat: zPlusieurs(z.enum(ETATS_LIVRAISON)).optional(),
  /** Of this webhook only. */
  webhook: zId.optional(),
})

const commun = { right: 'webhook.gerer', jeton: null } as const

const acte = (verbe: string, resume: string) =>
  ({
    ...commun,
    method: 'POST',
    path: `/webhook/${verbe}/{id}`,
    resume,
    params: z.object({ id: zId }),
    output: z.undefined(),
    status: 204,
  }) as const

const acteLivraison = (verbe: string, resume: string) =>
  ({
    ...commun,
    method: 'POST',
    path: `/webhook/livraisons/${verbe}/{id}`,
    resume,
    params: z.object({ id: zGrandId }),
    output: z.undefined(),
    status: 204,
    erreurs: ['LIVRAISON_INTROUVABLE', 'LIVRAISON_NON_MODIFIABLE'],
  }) as const

const zSecret = z.object({
  id: z.number(),
  /** `whsec_…`, told this once: the base keeps it sealed. */
  secret: z.string(),
})

export const webhookApi = {
  listWebhooks: {
    ...commun,
    method: 'GET',
    path: '/webhook/lister',
    resume: 'Lister les webhooks\u00a0: à qui la plateforme dit ce qui arrive, jamais leur secret',
    query: zFiltres,
    output: zListe(zWebhook),
  },
  exporterWebhooks: {
    ...commun,
    method: 'GET',
    path: '/webhook/exporter',
    resume: 'Exporter les webhooks dans un tableur, jamais leur secret',
    query: zFiltres.omit({ page: true, taille: true }).extend(zFormat.shape),
    ...EXPORT,
  },
  creerWebhook: {
    ...commun,
    method: 'POST',
    path: '/webhook/creer',
    resume: 'Créer un webhook\u202f; son secret n’est donné que cette fois',
    body: zWebhookVoulu,
    output: zSecret,
    erreurs: ['WEBHOOK_EXISTANT', 'QUOTA_WEBHOOKS', 'WEBHOOK_SOI', 'ADRESSE_INTERDITE'],
  },
  modifierWebhook: {
    ...commun,
    method: 'POST',
    path: '/webhook/modifier/{id}',
    resume: 'Changer le nom, l’adresse ou les événements d’un webhook\u202f; son secret reste',
    params: z.object({ id: zId }),
    body: zWebhookVoulu,
    output: z.undefined(),
    status: 204,
    erreurs: ['WEBHOOK_INTROUVABLE', 'WEBHOOK_EXISTANT', 'WEBHOOK_SOI', 'ADRESSE_INTERDITE'],
  },
  suspendreWebhook: {
    ...acte(
      'suspendre',
      'Suspendre un webhook\u00a0: rien de ce qui arrive ne lui est plus dit, et ce qui attend attend',
    ),
    erreurs: ['WEBHOOK_INTROUVABLE'],
  },
  reprendreWebhook: {
    ...acte('reprendre', 'Reprendre un webhook suspendu\u00a0: ce qui attendait part aussitôt'),
    erreurs: ['WEBHOOK_INTROUVABLE', 'SECRET_ILLISIBLE'],
  },
  renouvelerSecretWebhook: {
    ...acte(
      'renouveler',
      'Donner un autre secret à un webhook\u202f; celui d’avant ne signe plus rien',
    ),
    output: zSecret,
    status: 200,
    erreurs: ['WEBHOOK_INTROUVABLE'],
  },
  supprimerWebhook: {
    ...acte(
      'supprimer',
      'Supprimer un webhook, et ses livraisons\u00a0: ce qui attend ne part pas',
    ),
    erreurs: ['WEBHOOK_INTROUVABLE'],
  },
  essayerWebhook: {
    ...acte(
      'essayer',
      'Envoyer un essai à un webhook\u202f; ce qu’il répond se lit parmi les livraisons',
    ),
    erreurs: ['WEBHOOK_INTROUVABLE', 'WEBHOOK_SUSPENDU'],
  },
  listLivraisons: {
    ...commun,
    method: 'GET',
    path: '/webhook/livraisons',
    resume: 'Lister ce qui a été dit aux webhooks, et ce qu’ils ont répondu',
    query: zFiltresLivraisons,
    output: zListe(zLivraison),
  },
  exporterLivraisons: {
    ...commun,
    method: 'GET',
    path: '/webhook/livraisons/exporter',
    resume: 'Exporter les livraisons aux webhooks dans un tableur',
    query: zFiltresLivraisons.omit({ page: true, taille: true }).extend(zFormat.shape),
    ...EXPORT,
  },
  renvoyerLivraison: acteLivraison(
    'renvoyer',
    'Envoyer une livraison encore une fois, sous la même référence',
  ),
  abandonnerLivraison: acteLivraison(
    'abandonner',
    'Renoncer à une livraison\u00a0: elle n’est plus essayée, mais peut être renvoyée',
  ),
} as const satisfies Record<string, Operation>
