import { z } from 'zod'
import { DUREES } from '../modele/rythme.ts'
import { MOIS } from '../mois.ts'
import { zInstant } from '../page.ts'

/** What has become of what a receipt says was received. */
export const SUITES_RECEPISSE = ['ACTUEL', 'MODIFIE', 'REMPLACE', 'ALTERE'] as const
export type SuiteRecepisse = (typeof SUITES_RECEPISSE)[number]

export const LIBELLES_SUITES: Record<SuiteRecepisse, string> = {
  ACTUEL: 'Contenu actuel du rapport',
  MODIFIE: 'Rapport modifié depuis',
  REMPLACE: 'Remplacé par une soumission plus récente',
  ALTERE: 'Ne correspond plus à ce qui est gardé',
}

/** How a receipt leaves: to be printed, or the very text whose SHA-256 it bears. */
export const FORMATS_RECEPISSE = ['pdf', 'json'] as const

/** What no longer is what it was. */
const SORTES_RUPTURE = ['ACTE', 'RECEPISSE', 'VALEURS'] as const
export type SorteRupture = (typeof SORTES_RUPTURE)[number]

/** What differs, for whoever may not know more of the report. */
export const LIBELLES_RUPTURES: Record<SorteRupture, string> = {
  ACTE: 'L’historique du rapport n’est plus celui qui a été enregistré.',
  RECEPISSE: 'Un récépissé du rapport n’est plus celui qui a été délivré, ou manque.',
  VALEURS:
    'Les valeurs, les commentaires ou les justifications du rapport ne sont plus ceux que donne son historique.',
}

/** Where the chain of a report breaks. */
export const zRupture = z.object({
  sorte: z.enum(SORTES_RUPTURE),
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
    moisCouverts: z.literal(DUREES),
    rang: z.number(),
    soumisLe: zInstant,
    /** The time zone of the platform's calendar then. */
    fuseau: z.string(),
    empreinte: z.string(),
    /** What of the base is no longer what was chained; null: nothing. */
    rupture: z.enum(SORTES_RUPTURE).nullable(),
    suite: z.enum(SUITES_RECEPISSE),
  })
  .meta({ id: 'VerificationRecepisse' })
export type Verification = z.infer<typeof zVerification>
