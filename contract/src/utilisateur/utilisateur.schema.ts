import { z } from 'zod'
import { zLus, zSaisis } from '../champ.schema.ts'
import { zInstant, zRef } from '../page.ts'
import { ROLES } from './droits.ts'
import { AUTRES_STRUCTURES_MAX, CHAMPS_UTILISATEUR } from './utilisateur.champs.ts'

export const STATUTS = ['ACTIF', 'BLOQUE', 'INVITE'] as const
export type Statut = (typeof STATUTS)[number]

export const LIBELLES_STATUTS: Record<Statut, string> = {
  ACTIF: 'Actif',
  BLOQUE: 'Bloqué',
  INVITE: 'Invité',
}

/** Whether an account was ever signed in by. */
export const CONNEXIONS = ['JAMAIS', 'DEJA'] as const
export const LIBELLES_CONNEXIONS: Record<(typeof CONNEXIONS)[number], string> = {
  JAMAIS: 'Jamais connecté',
  DEJA: 'Déjà connecté',
}

/** Whether an account opens by an account of a provider of identities. */
export const LIAISONS = ['LIEE', 'NON_LIEE'] as const
export const LIBELLES_LIAISONS: Record<(typeof LIAISONS)[number], string> = {
  LIEE: 'Identité liée',
  NON_LIEE: 'Aucune identité liée',
}

/**
 * What the agent who reads may do to this account now. `debloquer` of an active account: its
 * sign-in waits, or is locked, after failures.
 */
const ACTIONS_UTILISATEUR = ['modifier', 'bloquer', 'debloquer'] as const

export const zUtilisateur = z
  .object({
    id: z.number(),
    nomAffichable: z.string(),
    ...zLus(CHAMPS_UTILISATEUR, {
      // An account older than the rule has none.
      email: z.string().nullable(),
      roles: z.array(z.enum(ROLES)),
      structure: zRef.nullable(),
      autreStructure: z.array(zRef),
    }),
    statut: z.enum(STATUTS),
    /** A second factor is set up. */
    secondFacteur: z.boolean(),
    /** It opens by an account of a provider of identities. */
    identiteLiee: z.boolean(),
    derniereConnexion: zInstant.nullable(),
    /** When the exercise was first done; null: never. */
    exerciceLe: zInstant.nullable(),
    version: z.number(),
    actions: z.array(z.enum(ACTIONS_UTILISATEUR)),
  })
  .meta({ id: 'Utilisateur' })
export type Utilisateur = z.infer<typeof zUtilisateur>

/** What one enters of an account. Structures are codes. */
export const zFicheUtilisateur = z
  .object(
    zSaisis(CHAMPS_UTILISATEUR, {
      roles: z.array(z.enum(ROLES)).min(1).max(ROLES.length),
      structure: z.string().max(60).nullable().default(null),
      autreStructure: z.array(z.string().max(60)).max(AUTRES_STRUCTURES_MAX).default([]),
    }),
  )
  .meta({ id: 'FicheUtilisateur' })
export type FicheUtilisateur = z.infer<typeof zFicheUtilisateur>
