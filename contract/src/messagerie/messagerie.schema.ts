import { z } from 'zod'
import { DUREES } from '../modele/rythme.ts'
import { MOIS } from '../mois.ts'
import { zInstant, zRef } from '../page.ts'
import { ROLES } from '../utilisateur/droits.ts'

/** Someone to whom the caller may write. */
export const zAdresse = z
  .object({
    id: z.number(),
    nomAffichable: z.string(),
    structure: zRef.nullable(),
    roles: z.array(z.enum(ROLES)),
  })
  .meta({ id: 'Adresse' })
export type Adresse = z.infer<typeof zAdresse>

/** Who a group gathers: the structures of a region, of a type, all of them; or those who hold a role. */
export const GENRES_GROUPE = ['REGION', 'TYPE', 'ROLE', 'TOUTES'] as const

/** A group as it was called when a message was sent to it. */
const zGroupe = z.object({
  genre: z.enum(GENRES_GROUPE),
  code: z.string().nullable(),
  libelle: z.string(),
})
export type Groupe = z.infer<typeof zGroupe>

/** A group that the caller may write to, and how many people it reaches now. */
export const zGroupeOffert = zGroupe.extend({ nombre: z.number() }).meta({ id: 'GroupeOffert' })
export type GroupeOffert = z.infer<typeof zGroupeOffert>

/** Whom a report concerns, of those whom the caller may write to. */
export const zConcernes = z.object({
  destinataires: z.array(zAdresse),
  groupes: z.array(zGroupeOffert),
})
export type PersonnesConcernees = z.infer<typeof zConcernes>

const zPersonne = z.object({
  id: z.number().nullable(),
  nomAffichable: z.string(),
  structure: zRef.nullable(),
})

const zPieceDeMessage = z.object({
  id: z.number(),
  nomOrigine: z.string(),
  typeMime: z.string(),
  taille: z.number(),
  /** Below the API's root. */
  url: z.string(),
})
export type PieceDeMessage = z.infer<typeof zPieceDeMessage>

/** A message as the caller's own copy shows it. */
export const zMessage = z
  .object({
    id: z.number(),
    /** The first message of its conversation. */
    filId: z.number(),
    /** `email`: where a visitor, who has no account, is answered; null for everyone else. */
    expediteur: zPersonne.extend({ email: z.string().nullable() }),
    /** Those named one by one; a list gives the first of them. */
    destinataires: z.array(zPersonne),
    groupes: z.array(zGroupe),
    /** How many people it was sent to, groups included. */
    nombre: z.number(),
    objet: z.string(),
    corps: z.string(),
    envoyeLe: zInstant,
    /** When the caller read it; of one that he sent to one person: when that person did. */
    luLe: zInstant.nullable(),
    important: z.boolean(),
    /** The caller sent it. */
    envoye: z.boolean(),
    /** Written by the platform. */
    automatique: z.boolean(),
    reponseA: z.number().nullable(),
    formulaire: z.object({ numero: z.string(), cellule: z.string().nullable() }).nullable(),
    /** The reports that it speaks of, as they are now. */
    formulairesCites: z.array(
      z.object({
        structure: z.string(),
        modele: z.string(),
        mois: z.enum(MOIS),
        annee: z.number().int(),
        moisCouverts: z.literal(DUREES),
        /** Null: not begun. */
        numero: z.string().nullable(),
      }),
    ),
    documents: z.array(zPieceDeMessage),
  })
  .meta({ id: 'Message' })
export type Message = z.infer<typeof zMessage>

export const ACTIONS_MESSAGE = ['repondre', 'repondreATous', 'transferer', 'supprimer'] as const
export type ActionMessage = (typeof ACTIONS_MESSAGE)[number]

/** A message opened: its conversation, and whom an answer goes to. */
export const zMessageOuvert = z
  .object({
    message: zMessage,
    /** Of the same conversation, those that the caller keeps, oldest first. */
    fil: z.array(zMessage),
    /** How many have read it; null where the caller received it. */
    lus: z.number().nullable(),
    reponse: z.array(zAdresse),
    reponseATous: z.array(zAdresse),
    actions: z.array(z.enum(ACTIONS_MESSAGE)),
  })
  .meta({ id: 'MessageOuvert' })
export type MessageOuvert = z.infer<typeof zMessageOuvert>

/** A message being written; its recipients are shown, those whom one may no longer write to left out. */
export const zBrouillon = z
  .object({
    cle: z.string(),
    destinataires: z.array(zAdresse),
    groupes: z.array(zGroupeOffert),
    objet: z.string(),
    corps: z.string(),
    documents: z.array(zPieceDeMessage),
    reponseA: z.number().nullable(),
    formulaire: z.object({ numero: z.string(), cellule: z.string().nullable() }).nullable(),
    /** How many times it was kept: what is written next says which it has read. */
    version: z.number(),
    modifieLe: zInstant,
  })
  .meta({ id: 'Brouillon' })
export type Brouillon = z.infer<typeof zBrouillon>

/** When a person is told by e-mail that messages have come. */
export const FREQUENCES_AVIS = ['JAMAIS', 'CHAQUE', 'QUOTIDIEN'] as const
export type FrequenceAvis = (typeof FREQUENCES_AVIS)[number]
