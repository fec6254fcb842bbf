import { z } from 'zod'
import { surPlusieursLignes, surUneLigne } from '../contact/contact.rules.ts'
import { zJour, zRef } from '../page.ts'
import { STATUTS } from '../utilisateur/utilisateur.schema.ts'

export const ETATS_STRUCTURE = ['INVITEE', 'ACTIVE', 'SUSPENDUE', 'FERMEE'] as const
export type EtatStructure = (typeof ETATS_STRUCTURE)[number]

export const LIBELLES_ETATS_STRUCTURE: Record<EtatStructure, string> = {
  INVITEE: 'Invitée',
  ACTIVE: 'Active',
  SUSPENDUE: 'Suspendue',
  FERMEE: 'Fermée',
}

/** What any signed-in person may know of a structure. */
const zStructurePublique = z.object({
  id: z.number(),
  code: z.string(),
  libelle: z.string(),
  typeStructure: z.string(),
  region: z.string(),
})

/** The whole record, inside the perimeter. */
export const zStructure = zStructurePublique.extend({
  statutStructure: z.string(),
  parent: zRef.nullable(),
  responsable: z.string().nullable(),
  telephone: z.string().nullable(),
  email: z.string().nullable(),
  adresse: z.string().nullable(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  capacite: z.number().nullable(),
  capaciteTheorique: z.number().nullable(),
  postesReference: z.record(z.string(), z.number()),
  effectifsOuverture: z.record(z.string(), z.number()),
  modeles: z.array(z.string()),
  dateOuverture: zJour,
  dateFermeture: zJour.nullable(),
  etat: z.enum(ETATS_STRUCTURE),
  urlLogo: z.string().nullable(),
  version: z.number(),
})
export type Structure = z.infer<typeof zStructure>

/** In a list: the whole record inside the perimeter, the public part outside it. */
export const zStructureListee = z.union([zStructure, zStructurePublique])
export type StructureListee = z.infer<typeof zStructureListee>

/** States that, while they last, excuse from reporting. `FERMEE`: closed, then open again. */
export const ETATS_INTERRUPTION = ['INVITEE', 'SUSPENDUE', 'FERMEE'] as const
export type EtatInterruption = (typeof ETATS_INTERRUPTION)[number]

/** Months that lie whole between these two days, both included, are not expected. */
const zInterruption = z.object({
  etat: z.enum(ETATS_INTERRUPTION),
  du: zJour,
  /** null: it lasts. */
  au: zJour.nullable(),
})

/** The record with what hangs on it. `actions`: what the agent may do with it now. */
export const zStructureLue = zStructure.extend({
  /** The latest first. */
  interruptions: z.array(zInterruption),
  /** Those who report for it; empty for whoever may not list the accounts. */
  comptes: z.array(
    z.object({
      id: z.number(),
      identifiant: z.string(),
      nomAffichable: z.string(),
      statut: z.enum(STATUTS),
    }),
  ),
  actions: z.array(z.enum(['modifier', 'inviter'])),
})
export type StructureLue = z.infer<typeof zStructureLue>

/** A text on one line, without what turns the writing around: it goes into lists, files and mails. */
const zLigne = () => z.string().overwrite(surUneLigne)
const zTexte = (longueur: number) => zLigne().max(longueur).nullable().default(null)
const zEntier = z.number().int().min(0).max(1_000_000).nullable().default(null)
const zNombres = z.record(z.string().max(30), z.number().int().min(0).max(1_000_000))

/** A day that exists. */
const zJourSaisi = z.iso
  .date('Donnez une date, par exemple 2025-03-31.')
  .refine((jour) => jour >= '1900' && jour < '2101', 'Donnez une année entre 1900 et 2100.')

/** What one enters of a structure; references are codes. A code is never changed. */
export const zFicheStructure = z.object({
  code: z
    .string()
    .trim()
    .regex(
      /^[A-Z0-9]+(?:-[A-Z0-9]+)*$/,
      'Des majuscules et des chiffres, séparés par des tirets. Exemple : CAU-R01-01.',
    )
    .max(40),
  libelle: zLigne().min(1).max(200),
  typeStructure: z.string().max(30),
  statutStructure: z.string().max(30).default('PUBLIC'),
  region: z.string().max(30),
  parent: z.string().max(60).nullable().default(null),
  responsable: zTexte(120),
  telephone: zTexte(40),
  email: z.email().max(200).nullable().default(null),
  adresse: z.string().overwrite(surPlusieursLignes).max(300).nullable().default(null),
  latitude: z.number().min(-90).max(90).nullable().default(null),
  longitude: z.number().min(-180).max(180).nullable().default(null),
  capacite: zEntier,
  capaciteTheorique: zEntier,
  postesReference: zNombres.default({}),
  effectifsOuverture: zNombres.default({}),
  modeles: z.array(z.string().max(30)).max(30),
  dateOuverture: zJourSaisi,
  dateFermeture: zJourSaisi.nullable().default(null),
  /** INVITEE comes from an invitation only; leaving ACTIVE or coming back is dated today. */
  etat: z.enum(ETATS_STRUCTURE).default('ACTIVE'),
})
export type FicheStructure = z.infer<typeof zFicheStructure>
