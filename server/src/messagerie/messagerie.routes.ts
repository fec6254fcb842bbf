import { messagerieApi as api } from '@releve/contract/messagerie/messagerie.api.ts'
import type {
  ActionMessage,
  Message,
  MessageOuvert,
} from '@releve/contract/messagerie/messagerie.schema.ts'
import { nonLusApi } from '@releve/contract/messagerie/nonLus.api.ts'
import { erreur } from '../platform/erreur.ts'
import { type Contexte, type RouteMontee, route } from '../platform/route.ts'
import { listAdressables, listAdresses, listGroupes } from './adresse.sql.ts'
import { findAvis, updateAvis } from './avis.sql.ts'
import { findBrouillon, listBrouillons } from './brouillon.sql.ts'
import { listConcernes } from './concernes.ts'
import { countCopies, updateImportant, updateLu } from './copie.sql.ts'
import { envoyerMessage, garderBrouillon } from './envoyer.ts'
import { exporterBrouillons, exporterMessages } from './exporter.ts'
import {
  type Boite,
  countLus,
  countNonLus,
  findLisible,
  findMessage,
  listFil,
  listMessages,
} from './lecture.sql.ts'
import { jeterBrouillon, supprimerMessages } from './supprimer.ts'

type DesigneMessage = Pick<Contexte, 'db' | 'agent'> & { params: { id: number } }

/** The caller's own copy; of what is not his, nobody learns whether it exists. */
const loadCopie = ({ db, agent, params }: DesigneMessage) => findMessage(db, agent.id, params.id)

const boiteDe = (operation: typeof api.listRecus | typeof api.listEnvoyes, boite: Boite) =>
  route(operation as typeof api.listRecus, {
    transaction: 'aucune',
    act: ({ db, agent, query }) => listMessages(db, agent.id, boite, query),
  })

// The lines are read as the file leaves: no transaction waits for who reads.
const exportDe = (operation: typeof api.exporterRecus | typeof api.exporterEnvoyes, boite: Boite) =>
  route(operation as typeof api.exporterRecus, {
    transaction: 'siennes',
    act: (appel) => exporterMessages(appel, boite),
  })

/** Whom an answer goes to: the sender; of one's own message, those whom it was sent to. */
async function ouvrir({ db, agent }: Contexte, message: Message): Promise<MessageOuvert> {
  const nommes = message.destinataires.flatMap(({ id }) => id ?? [])
  const auteur = message.envoye ? nommes : [message.expediteur.id].flatMap((id) => id ?? [])
  const reponseATous = await listAdressables(db, agent, [...new Set([...auteur, ...nommes])])
  const reponse = reponseATous.filter(({ id }) => auteur.includes(id))
  const actions: ActionMessage[] = ['transferer', 'supprimer']
  if (reponseATous.length > reponse.length) actions.unshift('repondreATous')
  if (reponse.length > 0) actions.unshift('repondre')
  return {
    message,
    fil: await listFil(db, agent.id, message.filId),
    lus: message.envoye ? await countLus(db, message.id) : null,
    reponse,
    reponseATous,
    actions,
  }
}

/** What becomes of one's copy, once something is marked on it. */
async function relire({ db, agent, params }: DesigneMessage): Promise<Message> {
  const message = await findMessage(db, agent.id, params.id)
  if (!message) throw erreur('MESSAGE_INTROUVABLE')
  return message
}

export const messagerieRoutes = {
  listAdresses: route(api.listAdresses, {
    transaction: 'aucune',
    act: ({ db, agent, params, query }) => listAdresses(db, agent, { ...params, ...query }),
  }),
  listGroupes: route(api.listGroupes, {
    transaction: 'aucune',
    act: ({ db, agent }) => listGroupes(db, agent),
  }),
  lireConcernes: route(api.lireConcernes, {
    transaction: 'aucune',
    load: ({ db, agent, params }) => findLisible(db, agent, params.numero),
    act: ({ db, agent }, formulaire) => listConcernes(db, agent, formulaire),
  }),
  envoyerMessage: route(api.envoyerMessage, {
    transaction: 'une',
    act: (appel) => envoyerMessage(appel, appel.body),
  }),
  listRecus: boiteDe(api.listRecus, 'RECUS'),
  exporterRecus: exportDe(api.exporterRecus, 'RECUS'),
  listEnvoyes: boiteDe(api.listEnvoyes, 'ENVOYES'),
  exporterEnvoyes: exportDe(api.exporterEnvoyes, 'ENVOYES'),
  listImportants: boiteDe(api.listImportants, 'IMPORTANTS'),
  exporterImportants: exportDe(api.exporterImportants, 'IMPORTANTS'),
  lireMessage: route(api.lireMessage, {
    transaction: 'aucune',
    load: loadCopie,
    act: ouvrir,
  }),
  marquerLu: route(api.marquerLu, {
    transaction: 'une',
    load: loadCopie,
    act: async (appel, { id }) => {
      const luLe = appel.query.lu ? appel.maintenant : null
      await updateLu(appel.db, { id, agentId: appel.agent.id }, luLe)
      return relire(appel)
    },
  }),
  marquerImportant: route(api.marquerImportant, {
    transaction: 'une',
    load: loadCopie,
    act: async (appel, { id }) => {
      const { db, agent, params } = appel
      await updateImportant(db, { id, agentId: agent.id }, params.important)
      return relire(appel)
    },
  }),
  compterNonLus: route(nonLusApi.compterNonLus, {
    transaction: 'aucune',
    act: async ({ db, agent }) => ({ nonLus: await countNonLus(db, agent.id) }),
  }),
  // The next two open their own transactions: a store forgets files once their rows are gone.
  deleteMessages: route(api.deleteMessages, {
    transaction: 'siennes',
    load: async ({ db, agent, body }) => {
      const ids = [...new Set(body.ids)]
      return (await countCopies(db, agent.id, ids)) === ids.length ? ids : undefined
    },
    act: supprimerMessages,
  }),
  listBrouillons: route(api.listBrouillons, {
    transaction: 'aucune',
    act: ({ db, agent, query }) => listBrouillons(db, agent, query),
  }),
  exporterBrouillons: route(api.exporterBrouillons, {
    transaction: 'siennes',
    act: exporterBrouillons,
  }),
  lireBrouillon: route(api.lireBrouillon, {
    transaction: 'aucune',
    load: ({ db, agent, params }) => findBrouillon(db, agent, params.cle),
    act: async (_, brouillon) => brouillon,
  }),
  enregistrerBrouillon: route(api.enregistrerBrouillon, {
    transaction: 'une',
    act: (appel) => garderBrouillon(appel, appel.params.cle, appel.body),
  }),
  deleteBrouillon: route(api.deleteBrouillon, {
    transaction: 'siennes',
    act: (appel) => jeterBrouillon(appel, appel.params.cle),
  }),
  lireAvis: route(api.lireAvis, {
    transaction: 'aucune',
    act: ({ db, agent }) => findAvis(db, agent.id),
  }),
  modifierAvis: route(api.modifierAvis, {
    transaction: 'une',
    act: async ({ db, agent, body }) => {
      await updateAvis(db, agent.id, body.frequence)
      return findAvis(db, agent.id)
    },
  }),
} satisfies Record<keyof (typeof api & typeof nonLusApi), RouteMontee>
