import { z } from 'zod'
import { zChamp, zSaisis } from '../champ.schema.ts'
import { zCompteurDonne } from '../entier.schema.ts'
import { CHAMPS_LISTE, CHAMPS_VALEUR, VALEURS_MAX } from './codification.champs.ts'
import { EFFETS_CODE, type EffetCode, LIEUX, type Lieu } from './codification.rules.ts'

export const zValeurCodification = z
  .object({
    code: z.string(),
    libelle: z.string(),
    ordre: z.number(),
    /** Whether the code is offered in the month that is asked about. */
    actif: z.boolean(),
    parent: z.string().nullable(),
  })
  .meta({ id: 'ValeurCodification' })
export type ValeurCodification = z.infer<typeof zValeurCodification>

/** A month, `AAAA-MM`. */
export const zMoisIso = zChamp(CHAMPS_VALEUR.valableDu)

/**
 * A code of a list as one enters it: `valableDu` and `valableAu`, the first and last month in which it
 * is offered, both included; null: no end.
 */
export const zFicheValeur = z
  .object(
    zSaisis(CHAMPS_VALEUR, {
      parent: z.string().max(40).nullable().default(null),
      actif: z.boolean().default(true),
    }),
  )
  .meta({ id: 'FicheValeur' })
export type FicheValeur = z.output<typeof zFicheValeur>

export const zEmploi = z
  .object({ lieu: z.enum(Object.keys(LIEUX) as [Lieu, ...Lieu[]]), nombre: z.number() })
  .meta({ id: 'Emploi' })
export type Emploi = z.infer<typeof zEmploi>

/** A list of codes among the others. */
export const zCodificationListee = z
  .object({
    code: z.string(),
    libelle: z.string(),
    /** The list whose codes are parents of its own; null: this one. */
    parentListe: z.string().nullable(),
    version: z.number(),
    /** How many codes it holds, and how many are offered this month. */
    valeurs: z.number(),
    offertes: z.number(),
  })
  .meta({ id: 'CodificationListee' })
export type CodificationListee = z.infer<typeof zCodificationListee>

/** A code with what one must know before changing it. */
const zValeurGeree = z
  .object({
    code: z.string(),
    libelle: z.string(),
    ordre: z.number(),
    actif: z.boolean(),
    parent: z.string().nullable(),
    valableDu: z.string().nullable(),
    valableAu: z.string().nullable(),
    /** Its labels of before, the most recent last. */
    libellesAnciens: z.array(z.string()),
    emplois: z.array(zEmploi),
    actions: z.array(z.enum(['desactiver', 'supprimer'])),
  })
  .meta({ id: 'ValeurGeree' })
export type ValeurGeree = z.infer<typeof zValeurGeree>

export const zCodification = zCodificationListee
  .omit({ valeurs: true, offertes: true })
  .extend({ valeurs: z.array(zValeurGeree) })
  .meta({ id: 'Codification' })
export type Codification = z.infer<typeof zCodification>

/** What is wanted of a list: the codes that are added or changed, and those that are taken out. */
export const zDemandeCodification = z.strictObject({
  code: zChamp(CHAMPS_LISTE.code),
  libelle: zChamp(CHAMPS_LISTE.libelle),
  parentListe: z.string().max(40).nullable().default(null),
  /** Of the list as it was read; 0: a new list. */
  version: zCompteurDonne,
  valeurs: z
    .array(zFicheValeur.extend({ nouveau: z.boolean().default(false) }))
    .max(VALEURS_MAX, `Une liste compte au plus ${VALEURS_MAX} codes.`)
    .default([]),
  supprimees: z.array(z.string().max(40)).max(VALEURS_MAX).default([]),
  /** Says only what would change. */
  apercu: z.boolean().default(false),
})

const zChangementCode = z
  .object({
    code: z.string(),
    libelle: z.string(),
    effet: z.enum(Object.keys(EFFETS_CODE) as [EffetCode, ...EffetCode[]]),
    /** What was and becomes, in words. */
    details: z.array(
      z.object({ libelle: z.string(), avant: z.string().nullable(), apres: z.string().nullable() }),
    ),
    emplois: z.array(zEmploi),
  })
  .meta({ id: 'ChangementCode' })
export type ChangementCode = z.infer<typeof zChangementCode>

export const zChangementsCodification = z
  .object({
    ecrit: z.boolean(),
    version: z.number(),
    /** Of the list itself. */
    liste: zChangementCode.shape.details,
    codes: z.array(zChangementCode),
    /** What uses the codes that change, each thing once. */
    touches: z.array(zEmploi),
  })
  .meta({ id: 'ChangementsCodification' })
export type ChangementsCodification = z.infer<typeof zChangementsCodification>
