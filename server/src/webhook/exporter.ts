import type { webhookApi } from '@releve/contract/webhook/webhook.api.ts'
import { LIBELLES_TYPES_WEBHOOK } from '@releve/contract/webhook/webhook.champs.ts'
import {
  LIBELLES_ETATS_LIVRAISON,
  LIBELLES_ETATS_WEBHOOK,
  LIBELLES_MOTIFS_SUSPENSION,
  type Livraison,
  type Webhook,
} from '@releve/contract/webhook/webhook.schema.ts'
import { exporterListe } from '../journal/exporter-liste.ts'
import type { Colonne } from '../platform/import.colonnes.ts'
import type { Appel } from '../platform/route.ts'
import { listToutesLivraisons } from './livraison.sql.ts'
import { listTousWebhooks } from './webhook.sql.ts'

const LIBELLES: Readonly<Record<string, string>> = LIBELLES_TYPES_WEBHOOK

const WEBHOOKS: readonly Colonne<Webhook>[] = [
  { entete: 'Nom du webhook', largeur: 30, ecrire: ({ nom }) => nom },
  { entete: 'Adresse', largeur: 40, ecrire: ({ adresse }) => adresse },
  {
    entete: 'Événements',
    largeur: 40,
    ecrire: ({ types }) => types.map((type) => LIBELLES_TYPES_WEBHOOK[type]).join(', '),
  },
  { entete: 'Gardien', ecrire: ({ gardien }) => gardien.identifiant },
  { entete: 'Créé le (UTC)', largeur: 24, ecrire: ({ creeLe }) => creeLe },
  { entete: 'État', ecrire: ({ etat }) => LIBELLES_ETATS_WEBHOOK[etat] },
  {
    entete: 'Pourquoi suspendu',
    largeur: 30,
    ecrire: ({ motifSuspension: motif }) => motif && LIBELLES_MOTIFS_SUSPENSION[motif],
  },
  { entete: 'Dernière réception (UTC)', largeur: 24, ecrire: ({ recuLe }) => recuLe },
  { entete: 'En échec depuis (UTC)', largeur: 24, ecrire: ({ echecDepuis }) => echecDepuis },
  { entete: 'Livraisons en attente', ecrire: ({ enAttente }) => enAttente },
]

const LIVRAISONS: readonly Colonne<Livraison>[] = [
  { entete: 'Webhook', largeur: 30, ecrire: ({ webhook }) => webhook.nom },
  { entete: 'Événement', largeur: 24, ecrire: ({ type }) => LIBELLES[type] ?? type },
  { entete: 'Sur quoi', largeur: 30, ecrire: ({ objet }) => objet },
  { entete: 'Référence', largeur: 40, ecrire: ({ reference }) => reference },
  { entete: 'État', ecrire: ({ etat }) => LIBELLES_ETATS_LIVRAISON[etat] },
  { entete: 'Écrite le (UTC)', largeur: 24, ecrire: ({ creeLe }) => creeLe },
  { entete: 'Essais', ecrire: ({ essais }) => essais },
  { entete: 'Dernier essai (UTC)', largeur: 24, ecrire: ({ essayeLe }) => essayeLe },
  { entete: 'Statut HTTP', ecrire: ({ statut }) => statut },
  { entete: 'Réponse', largeur: 40, ecrire: ({ reponse }) => reponse },
  { entete: 'Durée (ms)', ecrire: ({ dureeMs }) => dureeMs },
  { entete: 'Dernière erreur', largeur: 40, ecrire: ({ erreur }) => erreur },
]

/** Webhooks as the filters leave them, never their secret. @throws EXPORT_TROP_GRAND */
export async function exporterWebhooks(appel: Appel<typeof webhookApi.exporterWebhooks>) {
  const { format, q, etat } = appel.query
  const tout = await listTousWebhooks(appel.db, appel.query)
  const filtres = { q, etat: etat?.map((un) => LIBELLES_ETATS_WEBHOOK[un]) }
  const liste = { nom: 'webhooks', titre: 'Webhooks', colonnes: WEBHOOKS, filtres }
  return exporterListe(appel, liste, { tout, format })
}

/** Deliveries as the filters leave them. @throws EXPORT_TROP_GRAND */
export async function exporterLivraisons(appel: Appel<typeof webhookApi.exporterLivraisons>) {
  const { format, q, etat } = appel.query
  const tout = await listToutesLivraisons(appel.db, appel.query)
  const filtres = { q, etat: etat?.map((un) => LIBELLES_ETATS_LIVRAISON[un]) }
  const titre = 'Livraisons aux webhooks'
  const liste = { nom: 'livraisons', titre, colonnes: LIVRAISONS, filtres }
  return exporterListe(appel, liste, { tout, format })
}
