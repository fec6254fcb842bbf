import { z } from 'zod'
import { zInstant, zRef } from '../page.ts'
import { ROLES } from '../utilisateur/droits.ts'
import { MOT_DE_PASSE } from './session.champs.ts'

/** Answer of every call that opens or renews a session. */
export const zSession = z
  .object({
    identifiant: z.string(),
    roles: z.array(z.enum(ROLES)),
    nomAffichable: z.string(),
    token: z.string(),
    dateExpirationJeton: zInstant,
    refreshToken: z.string(),
    /** When the session ends unless it is renewed before. */
    dateExpirationSession: zInstant,
    /** When it ends whatever one does. */
    dateFinSession: zInstant,
    forceChangePassword: z.boolean(),
    /** A setting asks for a second factor, which this account has not: nothing else is open to it. */
    secondFacteurAActiver: z.boolean(),
    /** From when; null: none is asked of this account, or it has one. Until then, all is open. */
    secondFacteurLe: zInstant.nullable(),
    /** When this account did the exercise; null: never. */
    exerciceLe: zInstant.nullable(),
    urlLogo: z.string().nullable(),
    autreStructure: z.array(zRef),
    structure: zRef.nullable(),
    /** The provider that opened this session; absent: a password did. */
    fournisseur: z.string().optional(),
    /** On signing in: what this device shows next time, for its failures to be counted apart. */
    jetonAppareil: z.string().optional(),
  })
  .meta({ id: 'Session' })
export type Session = z.infer<typeof zSession>

export const zMotDePasse = z.string().min(1).max(MOT_DE_PASSE.max)

/** What the device keeps from an earlier sign-in; any other text is that of a device not known. */
export const zJetonAppareil = z.string().max(200).optional()
