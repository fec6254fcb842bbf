import { z } from 'zod'
import { zChamp, zFacultatif, zJourSaisi, zNombre } from '../champ.schema.ts'
import { DUREES } from '../modele/rythme.ts'
import { zAnnee, zMois } from '../mois.schema.ts'
import { MOIS } from '../mois.ts'
import { zInstant, zJour, zRef } from '../page.ts'
import { CHAMPS_RELANCE, CHAMPS_SUSPENSION, CHAMPS_RELANCES as c } from './relance.champs.ts'
import {
  ETAPES,
  fauteEtapes,
  RELANCES_MAX,
  RELANCES_PAR_DEFAUT,
  type ReglagesRelances,
} from './relance.rules.ts'

/** What the settings of reminders may be; what is stored is read under the same rules. */
export const FORMES_RELANCES = {
  relanceAutomatique: z.boolean(),
  relanceJours: z
    .array(z.number())
    .max(ETAPES.nombre, `Gardez au plus ${ETAPES.nombre} jours de relance.`)
    .superRefine((etapes, ctx) => {
      const message = fauteEtapes(etapes)
      if (message) ctx.addIssue({ code: 'custom', message })
    })
    .overwrite((etapes) => [...new Set(etapes)].toSorted((a, b) => a - b)),
  relanceCopie: zNombre(c.relanceCopie),
  relanceDirection: zNombre(c.relanceDirection),
  relanceCourriel: z.boolean(),
}

export const zReglagesRelances = z.object(FORMES_RELANCES).meta({ id: 'ReglagesRelances' })
export const DEFAUTS_RELANCES: ReglagesRelances = RELANCES_PAR_DEFAUT

/** Whether the calendar's reminders may leave (docs/decisions/0095). */
export const FORMES_OUVERTURE = { relancesOuvertes: z.boolean() }
export const DEFAUTS_OUVERTURE = { relancesOuvertes: false }

/** What one asks to remind: one report, those of a month, those of a model, or all that misses. */
const zLigne = z
  .object({
    structure: z.string().min(1).max(60),
    modele: z.string().max(60).nullable().default(null),
    mois: zMois.nullable().default(null),
    annee: zAnnee.nullable().default(null),
  })
  .refine(({ mois, annee }) => (mois === null) === (annee === null), {
    path: ['annee'],
    message: 'Donnez le mois et l’année ensemble, ou ni l’un ni l’autre.',
  })

export const zSelection = z
  .object({
    lignes: z
      .array(zLigne)
      .min(1, 'Choisissez au moins un rapport.')
      .max(RELANCES_MAX, `Relancez au plus ${RELANCES_MAX} rapports à la fois.`),
    /** A sentence of whoever reminds, that the message gives as it is. */
    texte: zFacultatif(CHAMPS_RELANCE.texte),
  })
  .meta({ id: 'SelectionRelance' })

/** A report that is missing, as a reminder names it. */
const zManquant = z.object({
  modele: z.string(),
  mois: z.enum(MOIS),
  annee: z.number(),
  moisCouverts: z.literal(DUREES),
  /** Null: not begun. */
  numero: z.string().nullable(),
  echeance: zJour,
  /** Days after the due date; 0 on it and before. */
  joursRetard: z.number(),
  /** How many times it was reminded before, and the last day on which it was. */
  rappels: z.number(),
  dernierRappel: zJour.nullable(),
})
export type ManquantRelance = z.infer<typeof zManquant>

/** One message, for all that misses, to those who answer for the same structures. */
const zEnvoi = z.object({
  destinataires: z.array(z.object({ id: z.number(), nomAffichable: z.string() })),
  structures: z.array(z.object({ structure: zRef, formulaires: z.array(zManquant) })),
  objet: z.string(),
  corps: z.string(),
})
export type EnvoiRelance = z.infer<typeof zEnvoi>

/** What a selection gives: the messages, and line by line why the others are not reminded. */
export const zBilanRelance = z
  .object({
    envois: z.array(zEnvoi),
    refus: z.array(
      z.object({
        structure: z.string(),
        /** Its name; its code, when nobody knows it. */
        nom: z.string(),
        modele: z.string().nullable(),
        mois: z.enum(MOIS).nullable(),
        annee: z.number().nullable(),
        /** Of the report that the line names; 1 where it names none. */
        moisCouverts: z.literal(DUREES),
        code: z.string(),
        libelle: z.string(),
      }),
    ),
    structures: z.number(),
    formulaires: z.number(),
    personnes: z.number(),
    /** Whether they leave by e-mail too. */
    courriel: z.boolean(),
  })
  .meta({ id: 'BilanRelance' })
export type BilanRelance = z.infer<typeof zBilanRelance>

/** A structure that the calendar would remind of first, and who would be written to. */
const zPremiere = z.object({
  structure: zRef,
  formulaires: z.number(),
  /** The oldest month that it misses. */
  mois: z.enum(MOIS),
  annee: z.number(),
  moisCouverts: z.literal(DUREES),
  joursRetard: z.number(),
  /** Nobody: no account is active there, and nothing would leave. */
  personnes: z.array(z.string()),
})
export type PremiereRelance = z.infer<typeof zPremiere>

/** Whom the first reminders of the calendar would reach. */
export const zPremieres = z
  .object({
    ouvertes: z.boolean(),
    /** The calendar asks for reminders: a setting. */
    automatiques: z.boolean(),
    /** The collection has a start. */
    debute: z.boolean(),
    /** The day on which they would leave; null: nothing is to be reminded of. */
    le: zJour.nullable(),
    structures: z.array(zPremiere),
    formulaires: z.number(),
    personnes: z.number(),
    courriel: z.boolean(),
    /** What this list is known by: opening says which one was looked at. */
    empreinte: z.string(),
  })
  .meta({ id: 'PremieresRelances' })
export type PremieresRelances = z.infer<typeof zPremieres>

export const zOuvrir = z.object({ empreinte: z.string().max(64) })

/** One report reminded once: the trace that is kept. */
export const zRelance = z
  .object({
    id: z.number(),
    structure: zRef,
    modele: z.string(),
    mois: z.enum(MOIS),
    annee: z.number(),
    moisCouverts: z.literal(DUREES),
    le: zInstant,
    echeance: zJour,
    joursRetard: z.number(),
    /** Who reminded; null: the calendar did. */
    par: z.string().nullable(),
    texte: z.string().nullable(),
    /** Whom it was written to. */
    destinataires: z.array(z.string()),
  })
  .meta({ id: 'Relance' })
export type Relance = z.infer<typeof zRelance>

/** No reminder leaves for the structure, until this day included. */
const zSuspension = z.object({
  jusqua: zJour,
  motif: z.string(),
  le: zInstant,
  par: z.string().nullable(),
})

/** Where a structure stands: whether it is reminded, and what may be done about it. */
export const zSuivi = z
  .object({
    suspension: zSuspension.nullable(),
    actions: z.array(z.enum(['relancer', 'suspendre', 'reprendre'])),
  })
  .meta({ id: 'SuiviRelances' })
export type SuiviRelances = z.infer<typeof zSuivi>

export const zSuspendre = z.object({
  structure: z.string().min(1).max(60),
  jusqua: zJourSaisi,
  motif: zChamp(CHAMPS_SUSPENSION.motif),
})
