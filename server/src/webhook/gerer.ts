import { randomBytes } from 'node:crypto'
import { LIBELLES_TYPES_WEBHOOK, WEBHOOKS_MAX } from '@releve/contract/webhook/webhook.champs.ts'
import type { WebhookVoulu } from '@releve/contract/webhook/webhook.schema.ts'
import { noter } from '../journal/noter.sql.ts'
import { adressePubliqueDe, type Config } from '../platform/config.ts'
import { refusDeLUrl } from '../platform/dehors.ts'
import { erreur } from '../platform/erreur.ts'
import type { Contexte } from '../platform/route.ts'
import { desceller, sceller } from '../platform/sceau.ts'
import { updateEcheances, updateEncore, updateRenonce } from '../tache/tache.sql.ts'
import { cleDe, insertEssai, type LivraisonChargee } from './livraison.sql.ts'
import {
  deleteWebhook,
  insertWebhook,
  tenirWebhooks,
  USAGE_SECRET,
  updateRepriseDe,
  updateSuspension,
  updateWebhook,
  type WebhookCharge,
} from './webhook.sql.ts'

type Acte = Contexte & { config: Config }

const portDe = ({ port, protocol }: URL): string => port || (protocol === 'https:' ? '443' : '80')

/** Whether this leads back to the platform, by its public address or on this machine. */
function estSoi(url: URL, config: Config): boolean {
  const publique = new URL(adressePubliqueDe(config))
  if (url.hostname === publique.hostname && portDe(url) === portDe(publique)) return true
  const ici = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\]|0\.0\.0\.0|\[::\])$/.test(url.hostname)
  return portDe(url) === String(config.port) && (ici || url.hostname === config.hote)
}

/** @throws WEBHOOK_SOI, ADRESSE_INTERDITE */
function refuserAdresse(adresse: string, config: Config): void {
  const url = new URL(adresse)
  if (estSoi(url, config)) throw erreur('WEBHOOK_SOI')
  const raison = refusDeLUrl(url, config.reseauxWebhooks)
  if (raison) throw erreur('ADRESSE_INTERDITE', { raison })
}

/** A secret of Standard Webhooks: 32 random bytes. */
const createSecretWebhook = (): string => `whsec_${randomBytes(32).toString('base64')}`

const nommer = (types: WebhookVoulu['types']) => types.map((type) => LIBELLES_TYPES_WEBHOOK[type])

const sansDoubles = (voulu: WebhookVoulu): WebhookVoulu => ({
  ...voulu,
  types: [...new Set(voulu.types)],
})

/**
 * Creates a webhook, and gives its secret, once. The transaction is the caller's.
 * @throws WEBHOOK_SOI, ADRESSE_INTERDITE, QUOTA_WEBHOOKS, WEBHOOK_EXISTANT
 */
export async function creerWebhook(acte: Acte, corps: WebhookVoulu) {
  const { db, agent, maintenant: creeLe, config } = acte
  const voulu = sansDoubles(corps)
  refuserAdresse(voulu.adresse, config)
  const { nombre, nomme } = await tenirWebhooks(db, voulu.nom)
  if (nombre >= WEBHOOKS_MAX) throw erreur('QUOTA_WEBHOOKS', { maximum: String(WEBHOOKS_MAX) })
  if (nomme !== undefined) throw erreur('WEBHOOK_EXISTANT')
  const secret = createSecretWebhook()
  const scelle = sceller(config, USAGE_SECRET, secret)
  const id = await insertWebhook(db, { ...voulu, secret: scelle, gardienId: agent.id, creeLe })
  const detail = { webhookAdresse: voulu.adresse, webhookTypes: nommer(voulu.types) }
  await noter(acte, 'WEBHOOK_CREE', { cible: voulu.nom, detail })
  return { id, secret }
}

/** @throws WEBHOOK_SOI, ADRESSE_INTERDITE, WEBHOOK_EXISTANT */
export async function modifierWebhook(
  acte: Acte,
  { id, nom, adresse, types }: WebhookCharge,
  corps: WebhookVoulu,
): Promise<undefined> {
  const voulu = sansDoubles(corps)
  refuserAdresse(voulu.adresse, acte.config)
  const { nomme } = await tenirWebhooks(acte.db, voulu.nom)
  if (nomme !== undefined && nomme !== id) throw erreur('WEBHOOK_EXISTANT')
  await updateWebhook(acte.db, id, voulu)
  const changements = {
    ...(nom !== voulu.nom && { nom: { avant: nom, apres: voulu.nom } }),
  }
  const detail = {
    ...(adresse !== voulu.adresse && { webhookAdresse: voulu.adresse }),
    ...(String(types) !== String(voulu.types) && { webhookTypes: nommer(voulu.types) }),
  }
  await noter(acte, 'WEBHOOK_MODIFIE', { cible: nom, changements, detail })
}

export async function suspendreWebhook(acte: Acte, { id, nom }: WebhookCharge): Promise<undefined> {
  const { db, maintenant: le } = acte
  if (!(await updateSuspension(db, id, { le, motif: 'PERSONNE' }))) return
  await noter(acte, 'WEBHOOK_SUSPENDU', { cible: nom })
}

/** @throws SECRET_ILLISIBLE */
export async function reprendreWebhook(
  acte: Acte,
  { id, nom, secret }: WebhookCharge,
): Promise<undefined> {
  const { db, maintenant: le, config } = acte
  if (desceller(config, USAGE_SECRET, secret) === null) throw erreur('SECRET_ILLISIBLE')
  if (!(await updateRepriseDe(db, id))) return
  await updateEcheances(db, id, le, 'avancer')
  await noter(acte, 'WEBHOOK_REPRIS', { cible: nom })
}

/** Gives another secret, once: that of before signs nothing more. */
export async function renouvelerSecret(acte: Acte, { id, nom }: WebhookCharge) {
  const secret = createSecretWebhook()
  await updateWebhook(acte.db, id, { secret: sceller(acte.config, USAGE_SECRET, secret) })
  await noter(acte, 'WEBHOOK_SECRET_CHANGE', { cible: nom })
  return { id, secret }
}

export async function supprimerWebhook(
  acte: Acte,
  { id, nom, adresse }: WebhookCharge,
): Promise<undefined> {
  await deleteWebhook(acte.db, id)
  await noter(acte, 'WEBHOOK_SUPPRIME', { cible: nom, detail: { webhookAdresse: adresse } })
}

/** @throws WEBHOOK_SUSPENDU */
export async function essayerWebhook(
  acte: Acte,
  { id, nom, suspenduLe }: WebhookCharge,
): Promise<undefined> {
  if (suspenduLe !== null) throw erreur('WEBHOOK_SUSPENDU')
  await insertEssai(acte.db, id, acte.maintenant)
  await noter(acte, 'WEBHOOK_ESSAYE', { cible: nom })
}

/** @throws LIVRAISON_NON_MODIFIABLE */
export async function renvoyerLivraison(
  acte: Contexte,
  { id, nom, reference }: LivraisonChargee,
): Promise<undefined> {
  const { db, maintenant: le } = acte
  if (!(await updateEncore(db, cleDe(id), le))) throw erreur('LIVRAISON_NON_MODIFIABLE')
  await noter(acte, 'LIVRAISON_RENVOYEE', { cible: nom, detail: { reference } })
}

/** @throws LIVRAISON_NON_MODIFIABLE */
export async function abandonnerLivraison(
  acte: Contexte,
  { id, nom, reference }: LivraisonChargee,
): Promise<undefined> {
  const { db, maintenant: le } = acte
  if (!(await updateRenonce(db, cleDe(id), le))) throw erreur('LIVRAISON_NON_MODIFIABLE')
  await noter(acte, 'LIVRAISON_ABANDONNEE', { cible: nom, detail: { reference } })
}
