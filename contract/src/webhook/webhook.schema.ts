import { z } from 'zod'
import { zChamp } from '../champ.schema.ts'
import { zInstant } from '../page.ts'
import { CHAMPS_WEBHOOK, TYPES_WEBHOOK } from './webhook.champs.ts'

/** Where a webhook is: it takes what it is told, fails since a while, or is told nothing. */
export const ETATS_WEBHOOK = ['ACTIF', 'EN_ECHEC', 'SUSPENDU'] as const
export type EtatWebhook = (typeof ETATS_WEBHOOK)[number]

export const LIBELLES_ETATS_WEBHOOK: Record<EtatWebhook, string> = {
  ACTIF: 'Actif',
  EN_ECHEC: 'En échec',
  SUSPENDU: 'Suspendu',
}

/** Why one is told nothing. */
export const MOTIFS_SUSPENSION = ['PERSONNE', 'ECHECS', 'PARTI', 'RESTAURATION'] as const
export type MotifSuspension = (typeof MOTIFS_SUSPENSION)[number]

export const LIBELLES_MOTIFS_SUSPENSION: Record<MotifSuspension, string> = {
  PERSONNE: 'par une personne',
  ECHECS: 'après des jours d’échecs',
  PARTI: 'le programme a répondu qu’il n’est plus là (410)',
  RESTAURATION: 'la base a été restaurée d’une sauvegarde',
}

/** A webhook, never its secret. */
export const zWebhook = z
  .object({
    id: z.number(),
    nom: z.string(),
    adresse: z.string(),
    types: z.array(z.enum(TYPES_WEBHOOK)),
    gardien: z.object({ id: z.number(), identifiant: z.string(), nomAffichable: z.string() }),
    creeLe: zInstant,
    etat: z.enum(ETATS_WEBHOOK),
    suspenduLe: zInstant.nullable(),
    motifSuspension: z.enum(MOTIFS_SUSPENSION).nullable(),
    /** Its first failure since it last took something. */
    echecDepuis: zInstant.nullable(),
    recuLe: zInstant.nullable(),
    enAttente: z.number(),
  })
  .meta({ id: 'Webhook' })
export type Webhook = z.infer<typeof zWebhook>

/** A webhook that one asks for, or as it should be. */
export const zWebhookVoulu = z
  .object({
    nom: zChamp(CHAMPS_WEBHOOK.nom),
    adresse: zChamp(CHAMPS_WEBHOOK.adresse),
    types: z
      .array(z.enum(TYPES_WEBHOOK), { error: () => CHAMPS_WEBHOOK.types.requis })
      .min(1, CHAMPS_WEBHOOK.types.requis)
      .max(TYPES_WEBHOOK.length),
  })
  .meta({ id: 'WebhookVoulu' })
export type WebhookVoulu = z.output<typeof zWebhookVoulu>

/** Where a delivery is. */
export const ETATS_LIVRAISON = ['EN_ATTENTE', 'REPORTEE', 'LIVREE', 'ABANDONNEE'] as const
export type EtatLivraison = (typeof ETATS_LIVRAISON)[number]

export const LIBELLES_ETATS_LIVRAISON: Record<EtatLivraison, string> = {
  EN_ATTENTE: 'En attente',
  REPORTEE: 'Remise à plus tard',
  LIVREE: 'Livrée',
  ABANDONNEE: 'Abandonnée',
}

/** What was told to a webhook, and what became of it. */
export const zLivraison = z
  .object({
    id: z.number(),
    webhook: z.object({ id: z.number(), nom: z.string() }),
    /** `webhook-id`: the same at each try. */
    reference: z.string(),
    type: z.string(),
    /** The number of the report, the code of the model, the year of the annuaire. */
    objet: z.string().nullable(),
    etat: z.enum(ETATS_LIVRAISON),
    creeLe: zInstant,
    essais: z.number(),
    essayeLe: zInstant.nullable(),
    prochainEssai: zInstant.nullable(),
    livreLe: zInstant.nullable(),
    abandonneLe: zInstant.nullable(),
    /** HTTP status of the last answer; null: nothing has answered. */
    statut: z.number().nullable(),
    /** First line of the last answer. */
    reponse: z.string().nullable(),
    dureeMs: z.number().nullable(),
    erreur: z.string().nullable(),
    actions: z.array(z.enum(['renvoyer', 'abandonner'])),
  })
  .meta({ id: 'Livraison' })
export type Livraison = z.infer<typeof zLivraison>
