import { z } from 'zod'
import { zIdDonne } from '../entier.schema.ts'
import type { Operation } from '../operation.ts'
import { zInstant } from '../page.ts'
import { zJetonAppareil, zMotDePasse, zSession } from '../session/session.schema.ts'

/** A random value as the browser draws it, of 256 bits at the least. */
const zTirage = z.string().regex(/^[\w-]{43,128}$/)
const zCle = z.string().regex(/^[a-z0-9-]{1,40}$/)

/** What the provider gave back in the address, and what the browser had drawn before it left. */
export const zRetour = z.object({
  fournisseur: zCle,
  code: z.string().min(1).max(4000),
  /** As it came back. */
  state: z.string().max(200),
  /** Who says to have answered, where the provider says it. */
  iss: z.string().max(500).optional(),
  stateTire: zTirage,
  nonce: zTirage,
  codeVerifier: zTirage,
})
export type Retour = z.infer<typeof zRetour>

/** An account of a provider, by which one of ours opens. */
const zIdentite = z
  .object({
    id: z.number(),
    /** Its label; null: the configuration knows it no more. */
    fournisseur: z.string().nullable(),
    /** As the provider said it when the two were linked. */
    email: z.string().nullable(),
    lieeLe: zInstant,
    utiliseeLe: zInstant.nullable(),
  })
  .meta({ id: 'Identite' })

export const REFUS_IDENTITE = [
  'FOURNISSEUR_INTROUVABLE',
  'FOURNISSEUR_INJOIGNABLE',
  'IDENTITE_REFUSEE',
] as const
const REFUS_MOT_DE_PASSE = ['ANCIEN_MOT_DE_PASSE_INCORRECT', 'TROP_DE_TENTATIVES'] as const

/** Sign-in by a provider of identities, and the links between its accounts and ours. */
export const fournisseurApi = {
  lireAdresseFournisseur: {
    method: 'POST',
    path: '/session/fournisseur/adresse',
    right: 'public',
    jeton: null,
    resume: 'Lire l’adresse où un service d’identité demande à la personne qui elle est',
    body: z.object({
      fournisseur: zCle,
      state: zTirage,
      nonce: zTirage,
      codeEmpreinte: zTirage,
      /** Two factors are asked of the provider. */
      deuxFacteurs: z.boolean().default(false),
    }),
    output: z.object({ adresse: z.url() }),
    erreurs: ['FOURNISSEUR_INTROUVABLE', 'FOURNISSEUR_INJOIGNABLE', 'TROP_DE_DEMANDES'],
  },
  connecterParFournisseur: {
    method: 'POST',
    path: '/session/fournisseur/connexion',
    right: 'public',
    jeton: null,
    resume: 'Ouvrir une session par le code qu’un service d’identité vient de donner',
    body: zRetour.extend({ jetonAppareil: zJetonAppareil }),
    output: zSession,
    erreurs: [
      ...REFUS_IDENTITE,
      'IDENTITE_SANS_COMPTE',
      'COMPTE_NON_CREE',
      'COMPTE_BLOQUE',
      'VERIFICATION_REQUISE',
      'SECOND_FACTEUR_DU_FOURNISSEUR',
      'TROP_DE_DEMANDES',
    ],
  },
  lireSortie: {
    method: 'POST',
    path: '/session/fournisseur/sortie',
    right: 'session',
    jeton: null,
    resume:
      'Lire, avant de fermer la session, l’adresse où se déconnecter aussi du service d’identité',
    body: z.object({ refreshToken: z.string().min(1).max(200) }),
    /** Null: the session was not opened by a provider, or that one has no such address. */
    output: z.object({ adresse: z.url().nullable() }),
  },
  listIdentites: {
    method: 'GET',
    path: '/session/fournisseur/identites',
    right: 'compte.gerer',
    jeton: null,
    resume: 'Lister les identités liées à son compte',
    output: z.array(zIdentite),
  },
  preparerLiaison: {
    method: 'POST',
    path: '/session/fournisseur/preparer',
    right: 'compte.gerer',
    jeton: null,
    resume:
      'Préparer, par son mot de passe, la liaison de son compte à une identité\u00a0: ce qui est rendu vaut dix minutes, une fois',
    body: z.object({ fournisseur: zCle, password: zMotDePasse }),
    output: z.object({ liaison: z.string() }),
    erreurs: ['FOURNISSEUR_INTROUVABLE', ...REFUS_MOT_DE_PASSE],
  },
  lierIdentite: {
    method: 'POST',
    path: '/session/fournisseur/lier',
    right: 'compte.gerer',
    jeton: null,
    resume: 'Lier son compte à l’identité dont le code vient d’être donné',
    body: zRetour.extend({ liaison: z.string().min(1).max(200) }),
    output: z.undefined(),
    status: 204,
    erreurs: [...REFUS_IDENTITE, 'LIAISON_EXPIREE', 'IDENTITE_DEJA_LIEE'],
  },
  delierIdentite: {
    method: 'POST',
    path: '/session/fournisseur/delier',
    right: 'compte.gerer',
    jeton: null,
    resume: 'Délier son compte d’une identité, par son mot de passe',
    body: z.object({ id: zIdDonne, password: zMotDePasse }),
    output: z.undefined(),
    status: 204,
    erreurs: ['IDENTITE_INTROUVABLE', 'FOURNISSEUR_IMPOSE', ...REFUS_MOT_DE_PASSE],
  },
} as const satisfies Record<string, Operation>
