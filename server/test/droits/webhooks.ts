import { webhookApi as api } from '@releve/contract/webhook/webhook.api.ts'
import { CENTRAUX, FAIT, INTERDIT, type Ligne } from './ligne.ts'

/** An act of the central users, on what each of them finds alike. */
const FAITS = { dpps: FAIT, admin: FAIT, structure: INTERDIT, regionale: INTERDIT }

const VOULU = {
  nom: 'Autre entrepôt',
  adresse: 'https://exemple.org/recevoir',
  types: ['rapport.soumis'] as 'rapport.soumis'[],
}

export const WEBHOOKS: Record<keyof typeof api, Ligne[]> = {
  listWebhooks: [
    { lit: true, appeler: (qui) => qui.appeler(api.listWebhooks), attendus: CENTRAUX },
  ],
  exporterWebhooks: [
    {
      lit: true,
      appeler: (qui) => qui.appeler(api.exporterWebhooks, { query: { format: 'csv' } }),
      notes: ['LISTE_EXPORTEE'],
      attendus: CENTRAUX,
    },
  ],
  creerWebhook: [
    {
      appeler: (qui) => qui.appeler(api.creerWebhook, { body: VOULU }),
      notes: ['WEBHOOK_CREE'],
      attendus: CENTRAUX,
    },
  ],
  modifierWebhook: [
    {
      appeler: (qui, { webhook: id }) =>
        qui.appeler(api.modifierWebhook, { params: { id }, body: VOULU }),
      notes: ['WEBHOOK_MODIFIE'],
      attendus: FAITS,
    },
  ],
  suspendreWebhook: [
    {
      appeler: (qui, { webhook: id }) => qui.appeler(api.suspendreWebhook, { params: { id } }),
      notes: ['WEBHOOK_SUSPENDU'],
      attendus: FAITS,
    },
  ],
  reprendreWebhook: [
    {
      appeler: (qui, { suspendu: id }) => qui.appeler(api.reprendreWebhook, { params: { id } }),
      notes: ['WEBHOOK_REPRIS'],
      attendus: FAITS,
    },
  ],
  renouvelerSecretWebhook: [
    {
      appeler: (qui, { webhook: id }) =>
        qui.appeler(api.renouvelerSecretWebhook, { params: { id } }),
      notes: ['WEBHOOK_SECRET_CHANGE'],
      attendus: CENTRAUX,
    },
  ],
  supprimerWebhook: [
    {
      appeler: (qui, { webhook: id }) => qui.appeler(api.supprimerWebhook, { params: { id } }),
      notes: ['WEBHOOK_SUPPRIME'],
      attendus: FAITS,
    },
  ],
  essayerWebhook: [
    {
      appeler: (qui, { webhook: id }) => qui.appeler(api.essayerWebhook, { params: { id } }),
      notes: ['WEBHOOK_ESSAYE'],
      attendus: FAITS,
    },
  ],
  listLivraisons: [
    { lit: true, appeler: (qui) => qui.appeler(api.listLivraisons), attendus: CENTRAUX },
  ],
  exporterLivraisons: [
    {
      lit: true,
      appeler: (qui) => qui.appeler(api.exporterLivraisons, { query: { format: 'csv' } }),
      notes: ['LISTE_EXPORTEE'],
      attendus: CENTRAUX,
    },
  ],
  renvoyerLivraison: [
    {
      appeler: (qui, { livraison: id }) => qui.appeler(api.renvoyerLivraison, { params: { id } }),
      notes: ['LIVRAISON_RENVOYEE'],
      attendus: FAITS,
    },
  ],
  abandonnerLivraison: [
    {
      appeler: (qui, { livraison: id }) => qui.appeler(api.abandonnerLivraison, { params: { id } }),
      notes: ['LIVRAISON_ABANDONNEE'],
      attendus: FAITS,
    },
  ],
}
