import { z } from 'zod'
import { zChamp } from '../champ.schema.ts'
import { ETATS_COURRIEL } from '../courriel/courriel.schema.ts'
import { zInstant, zRef } from '../page.ts'
import { zFicheStructure } from '../structure/structure.schema.ts'
import { CHAMPS_INVITATION } from './inscription.champs.ts'

/**
 * Where an invitation is: its mail is to leave, or never will unless it is sent again; it has left
 * and an answer is awaited, for 72 hours; answered; cancelled. Computed, never stored.
 */
export const ETATS_INVITATION = [
  'COURRIEL_EN_ATTENTE',
  'COURRIEL_NON_PARTI',
  'EN_ATTENTE',
  'EXPIREE',
  'ACCEPTEE',
  'ANNULEE',
] as const
export type EtatInvitation = (typeof ETATS_INVITATION)[number]

export const LIBELLES_ETATS_INVITATION: Record<EtatInvitation, string> = {
  COURRIEL_EN_ATTENTE: 'Courriel en attente',
  COURRIEL_NON_PARTI: 'Courriel non parti',
  EN_ATTENTE: 'En attente',
  EXPIREE: 'Expirée',
  ACCEPTEE: 'Acceptée',
  ANNULEE: 'Annulée',
}

/** What an invitation says before it is answered: which structure, and whose address. */
export const zInvitation = z
  .object({
    /** Of the structure. */
    code: z.string(),
    libelle: z.string(),
    email: z.string(),
    expireLe: zInstant,
  })
  .meta({ id: 'Invitation' })
export type Invitation = z.infer<typeof zInvitation>

const zPersonne = z.object({ id: z.number(), nomAffichable: z.string() })

/** An invitation as who sends them follows it: never its token, of which the base has a hash only. */
export const zInvitationSuivie = z
  .object({
    id: z.number(),
    structure: zRef,
    email: z.string(),
    etat: z.enum(ETATS_INVITATION),
    /** Who sent it last. */
    invitePar: zPersonne,
    /** Asked for the first time, then for the last. */
    creeeLe: zInstant,
    envoyeeLe: zInstant,
    envois: z.number(),
    /** 72 hours after its mail has left; null as long as it has not. */
    expireLe: zInstant.nullable(),
    accepteeLe: zInstant.nullable(),
    /** The account that it opened. */
    compte: zPersonne.extend({ identifiant: z.string() }).nullable(),
    annuleeLe: zInstant.nullable(),
    /** Of its last mail; null once the outbox has forgotten it. */
    courriel: z.enum(ETATS_COURRIEL).nullable(),
    actions: z.array(z.enum(['renvoyer', 'annuler'])),
  })
  .meta({ id: 'InvitationSuivie' })
export type InvitationSuivie = z.infer<typeof zInvitationSuivie>

/**
 * Whom one invites. An existing structure keeps its record: what is said of it here counts only
 * when the invitation creates it.
 */
export const zInviter = zFicheStructure
  .pick({
    code: true,
    libelle: true,
    typeStructure: true,
    region: true,
    parent: true,
    responsable: true,
    capacite: true,
  })
  .extend({
    email: zChamp(CHAMPS_INVITATION.email),
    /** Absent: those made for its type. */
    modeles: zFicheStructure.shape.modeles.optional(),
    /** Absent: today. */
    dateOuverture: zFicheStructure.shape.dateOuverture.optional(),
  })
  .meta({ id: 'Inviter' })
export type Inviter = z.infer<typeof zInviter>
