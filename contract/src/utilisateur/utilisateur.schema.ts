import { z } from 'zod'
import { surUneLigne } from '../contact/contact.rules.ts'
import { zInstant, zRef } from '../page.ts'
import { ROLES } from './droits.ts'

export const STATUTS = ['ACTIF', 'BLOQUE', 'INVITE'] as const
export type Statut = (typeof STATUTS)[number]

export const LIBELLES_STATUTS: Record<Statut, string> = {
  ACTIF: 'Actif',
  BLOQUE: 'Bloqué',
  INVITE: 'Invité',
}

/**
 * What the agent who reads may do to this account now. `debloquer` of an active account: its
 * sign-in waits, or is locked, after failures.
 */
const ACTIONS_UTILISATEUR = ['modifier', 'bloquer', 'debloquer'] as const

export const zUtilisateur = z.object({
  id: z.number(),
  identifiant: z.string(),
  nom: z.string(),
  prenoms: z.string(),
  nomAffichable: z.string(),
  email: z.string().nullable(),
  telephone: z.string().nullable(),
  fonction: z.string().nullable(),
  roles: z.array(z.enum(ROLES)),
  structure: zRef.nullable(),
  autreStructure: z.array(zRef),
  statut: z.enum(STATUTS),
  /** A second factor is set up. */
  secondFacteur: z.boolean(),
  derniereConnexion: zInstant.nullable(),
  version: z.number(),
  actions: z.array(z.enum(ACTIONS_UTILISATEUR)),
})
export type Utilisateur = z.infer<typeof zUtilisateur>

/** Starts with a letter or a figure; letters without accents, figures, `.`, `-`, `_`. */
const IDENTIFIANT = /^[A-Za-z0-9][A-Za-z0-9._-]{2,59}$/

/** Read in lists, mails and the journal: on one line, and hiding nothing behind its neighbours. */
const zLigne = () => z.string().overwrite(surUneLigne)

/** What one enters of an account. Structures are codes. */
export const zFicheUtilisateur = z.object({
  identifiant: z
    .string()
    .trim()
    .regex(IDENTIFIANT, 'De 3 à 60 lettres sans accent, chiffres, points ou tirets.'),
  nom: zLigne().min(1).max(100),
  prenoms: zLigne().max(100).default(''),
  email: z.email().max(200),
  telephone: zLigne().max(40).nullable().default(null),
  fonction: zLigne().max(120).nullable().default(null),
  roles: z.array(z.enum(ROLES)).min(1).max(3),
  structure: z.string().max(60).nullable().default(null),
  autreStructure: z.array(z.string().max(60)).max(50).default([]),
})
export type FicheUtilisateur = z.infer<typeof zFicheUtilisateur>
