import { webhookApi as api } from '@releve/contract/webhook/webhook.api.ts'
import { type Contexte, type RouteMontee, route } from '../platform/route.ts'
import { exporterLivraisons, exporterWebhooks } from './exporter.ts'
import {
  abandonnerLivraison,
  creerWebhook,
  essayerWebhook,
  modifierWebhook,
  renouvelerSecret,
  renvoyerLivraison,
  reprendreWebhook,
  supprimerWebhook,
  suspendreWebhook,
} from './gerer.ts'
import { findLivraison, listLivraisons } from './livraison.sql.ts'
import { findWebhook, listWebhooks } from './webhook.sql.ts'

type Designe = Pick<Contexte, 'db'> & { params: { id: number } }

const load = ({ db, params }: Designe) => findWebhook(db, params.id)
const loadLivraison = ({ db, params }: Designe) => findLivraison(db, params.id)

export const webhookRoutes = {
  listWebhooks: route(api.listWebhooks, {
    transaction: 'aucune',
    act: ({ db, query }) => listWebhooks(db, query),
  }),
  // The lines are read as the file leaves: no transaction waits for who reads.
  exporterWebhooks: route(api.exporterWebhooks, { transaction: 'siennes', act: exporterWebhooks }),
  creerWebhook: route(api.creerWebhook, {
    transaction: 'une',
    act: (appel) => creerWebhook(appel, appel.body),
  }),
  modifierWebhook: route(api.modifierWebhook, {
    transaction: 'une',
    load,
    act: (appel, webhook) => modifierWebhook(appel, webhook, appel.body),
  }),
  suspendreWebhook: route(api.suspendreWebhook, {
    transaction: 'une',
    load,
    act: suspendreWebhook,
  }),
  reprendreWebhook: route(api.reprendreWebhook, {
    transaction: 'une',
    load,
    act: reprendreWebhook,
  }),
  renouvelerSecretWebhook: route(api.renouvelerSecretWebhook, {
    transaction: 'une',
    load,
    act: renouvelerSecret,
  }),
  supprimerWebhook: route(api.supprimerWebhook, {
    transaction: 'une',
    load,
    act: supprimerWebhook,
  }),
  essayerWebhook: route(api.essayerWebhook, { transaction: 'une', load, act: essayerWebhook }),
  listLivraisons: route(api.listLivraisons, {
    transaction: 'aucune',
    act: ({ db, query }) => listLivraisons(db, query),
  }),
  exporterLivraisons: route(api.exporterLivraisons, {
    transaction: 'siennes',
    act: exporterLivraisons,
  }),
  renvoyerLivraison: route(api.renvoyerLivraison, {
    transaction: 'une',
    load: loadLivraison,
    act: renvoyerLivraison,
  }),
  abandonnerLivraison: route(api.abandonnerLivraison, {
    transaction: 'une',
    load: loadLivraison,
    act: abandonnerLivraison,
  }),
} satisfies Record<keyof typeof api, RouteMontee>
