import { z } from 'zod'
import { zInstant } from '../page.ts'

/** Where a mail of the outbox is. */
export const ETATS_COURRIEL = [
  'EN_ATTENTE',
  'REPORTE',
  'ENVOYE',
  'ABANDONNE',
  'SANS_OBJET',
] as const
export type EtatCourriel = (typeof ETATS_COURRIEL)[number]

export const LIBELLES_ETATS_COURRIEL: Record<EtatCourriel, string> = {
  EN_ATTENTE: 'En attente',
  REPORTE: 'Remis à plus tard',
  ENVOYE: 'Envoyé',
  ABANDONNE: 'Abandonné',
  SANS_OBJET: 'Sans objet',
}

/**
 * How this platform sends: by its SMTP server; to the screen of who started the demonstration; or
 * not at all, and mails wait.
 */
const MODES_ENVOI = ['SMTP', 'DEMONSTRATION', 'AUCUN'] as const
export const zModeEnvoi = z.enum(MODES_ENVOI)
export type ModeEnvoi = z.infer<typeof zModeEnvoi>

/** A mail of the outbox: never its text, which may carry a password. */
export const zCourrielEnvoi = z.object({
  id: z.number(),
  etat: z.enum(ETATS_COURRIEL),
  /** Null: the account is not known before the mail is written, or the task is too old to say. */
  destinataire: z.object({ nom: z.string(), email: z.string() }).nullable(),
  objet: z.string().nullable(),
  demandeLe: zInstant,
  essais: z.number(),
  /** When it will be tried next, at the earliest. */
  prochainEssai: zInstant.nullable(),
  envoyeLe: zInstant.nullable(),
  abandonneLe: zInstant.nullable(),
  /** When it was found that there was nothing to send any more: it never left. */
  sansObjetLe: zInstant.nullable(),
  /** Why the last try failed. */
  erreur: z.string().nullable(),
  actions: z.array(z.enum(['reessayer', 'abandonner'])),
})
export type CourrielEnvoi = z.infer<typeof zCourrielEnvoi>
