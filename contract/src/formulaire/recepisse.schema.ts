import { z } from 'zod'
import { MOIS } from '../mois.ts'
import { zInstant } from '../page.ts'

/** What has become of what a receipt says was received. */
export const SUITES_RECEPISSE = ['ACTUEL', 'MODIFIE', 'REMPLACE'] as const
export type SuiteRecepisse = (typeof SUITES_RECEPISSE)[number]

export const LIBELLES_SUITES: Record<SuiteRecepisse, string> = {
  ACTUEL: 'Contenu actuel du rapport',
  MODIFIE: 'Rapport modifié depuis',
  REMPLACE: 'Remplacé par une soumission plus récente',
}

/** How a receipt leaves: to be printed, or the very text whose SHA-256 it bears. */
export const FORMATS_RECEPISSE = ['pdf', 'json'] as const

/** What no longer is what it was, and where the chain of a report breaks. */
export const zRupture = z.object({
  sorte: z.enum(['ACTE', 'RECEPISSE', 'VALEURS']),
  /** Of the act in the record, or of the receipt, from 1; null for values. */
  rang: z.number().nullable(),
  le: zInstant.nullable(),
  libelle: z.string(),
})
export type Rupture = z.infer<typeof zRupture>

export const zRecepisse = z
  .object({
    /** Which submission of the report, from 1. */
    rang: z.number(),
    le: zInstant,
    agent: z.string(),
    auNomDe: z.string().nullable(),
    force: z.boolean(),
    code: z.string(),
    /** SHA-256, in hexadecimal, of the receipt's text. */
    empreinte: z.string(),
    suite: z.enum(SUITES_RECEPISSE),
  })
  .meta({ id: 'Recepisse' })
export type Recepisse = z.infer<typeof zRecepisse>

export const zRecepisses = z
  .object({
    elements: z.array(zRecepisse),
    /** Null: every act, receipt and value is still what it was. */
    rupture: zRupture.nullable(),
  })
  .meta({ id: 'Recepisses' })
export type Recepisses = z.infer<typeof zRecepisses>

/** What anyone who holds a receipt may know: never its values, nor who signed. */
export const zVerification = z
  .object({
    code: z.string(),
    numero: z.string(),
    structure: z.string(),
    modele: z.string(),
    mois: z.enum(MOIS),
    annee: z.number(),
    rang: z.number(),
    soumisLe: zInstant,
    /** The time zone of the platform's calendar then. */
    fuseau: z.string(),
    empreinte: z.string(),
    /** Whether what the base holds is still what was chained. */
    conforme: z.boolean(),
    suite: z.enum(SUITES_RECEPISSE),
  })
  .meta({ id: 'VerificationRecepisse' })
export type Verification = z.infer<typeof zVerification>
