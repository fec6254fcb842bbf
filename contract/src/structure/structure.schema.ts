import { z } from 'zod'
import { zChamp, zLus, zNombre, zSaisis } from '../champ.schema.ts'
import { DENOMBREMENT } from '../champ.ts'
import { zCompteurDonne } from '../entier.schema.ts'
import { zMoisLu, zPeriode } from '../mois.schema.ts'
import { zJour, zRef } from '../page.ts'
import { STATUTS } from '../utilisateur/utilisateur.schema.ts'
import { CHAMPS_CORRECTION, CHAMPS_DATES, CHAMPS_STRUCTURE } from './structure.champs.ts'

export const ETATS_STRUCTURE = ['INVITEE', 'ACTIVE', 'SUSPENDUE', 'FERMEE'] as const
export type EtatStructure = (typeof ETATS_STRUCTURE)[number]

export const LIBELLES_ETATS_STRUCTURE: Record<EtatStructure, string> = {
  INVITEE: 'Invitée',
  ACTIVE: 'Active',
  SUSPENDUE: 'Suspendue',
  FERMEE: 'Fermée',
}

/** What any signed-in person may know of a structure. */
const zStructurePublique = z
  .object({
    id: z.number(),
    code: z.string(),
    libelle: z.string(),
    typeStructure: z.string(),
    region: z.string(),
  })
  .meta({ id: 'StructurePublique' })

/** The whole record, inside the perimeter. */
export const zStructure = zStructurePublique
  .extend({
    ...zLus(CHAMPS_STRUCTURE, {
      typeStructure: z.string(),
      statutStructure: z.string(),
      region: z.string(),
      parent: zRef.nullable(),
      postesReference: z.record(z.string(), z.number()),
      modeles: z.array(z.string()),
      effectifsOuverture: z.record(z.string(), z.number()),
      etat: z.enum(ETATS_STRUCTURE),
    }),
    urlLogo: z.string().nullable(),
    version: z.number(),
  })
  .meta({ id: 'Structure' })
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

/**
 * A dated field, and what it is from a month to another, both included. `modeles`: one model, for
 * as long as the structure is given it.
 */
const zPeriodeStructure = z
  .object({
    champ: z.enum(CHAMPS_DATES),
    valeur: z.union([z.string(), z.number(), zRef, z.record(z.string(), z.number())]).nullable(),
    /** null: since always. */
    de: zMoisLu.nullable(),
    /** null: until further notice. */
    a: zMoisLu.nullable(),
  })
  .meta({ id: 'PeriodeStructure' })
export type PeriodeStructure = z.infer<typeof zPeriodeStructure>

/** The record with what hangs on it. `actions`: what the agent may do with it now. */
export const zStructureLue = zStructure
  .extend({
    /** The latest first. */
    interruptions: z.array(zInterruption),
    /** Past, present and to come: by field, the oldest first. */
    periodes: z.array(zPeriodeStructure),
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
  .meta({ id: 'StructureLue' })
export type StructureLue = z.infer<typeof zStructureLue>

const zDenombrements = z.record(z.string().max(30), zNombre(DENOMBREMENT))
const zCodeDeListe = z.string().max(30)
const zParent = z.string().max(60).nullable()
const zModeles = z.array(z.string().max(30)).max(30)
const zPlaces = zNombre(DENOMBREMENT).nullable()

/** What one enters of a structure; references are codes. A code is never changed. */
export const zFicheStructure = z
  .object(
    zSaisis(CHAMPS_STRUCTURE, {
      typeStructure: zCodeDeListe,
      statutStructure: z.string().max(30).default('PUBLIC'),
      region: zCodeDeListe,
      parent: zParent.default(null),
      postesReference: zDenombrements.default({}),
      modeles: zModeles,
      effectifsOuverture: zDenombrements.default({}),
      /** INVITEE comes from an invitation only; leaving ACTIVE or coming back takes a day. */
      etat: z.enum(ETATS_STRUCTURE).default('ACTIVE'),
    }),
  )
  .meta({ id: 'FicheStructure' })
export type FicheStructure = z.infer<typeof zFicheStructure>

const correction = {
  code: z.string().trim().min(1).max(60),
  version: zCompteurDonne,
  /** The first month of which it is said; null: since always. */
  de: zPeriode.nullable(),
  /** The last one; null: until further notice. */
  a: zPeriode.nullable(),
  motif: zChamp(CHAMPS_CORRECTION.motif),
  /** Says what it would change, and writes nothing. */
  apercu: z.boolean(),
  /** What the preview answered: nothing is written when it would now say something else. */
  empreinte: z.string().max(64).optional(),
}

/**
 * What a dated field is over a stretch of months, whatever was recorded of them. `modeles`: the
 * models of these months, and no others; `parent`: a code.
 */
export const zDemandeCorrection = z.discriminatedUnion('champ', [
  z.strictObject({ champ: z.literal('typeStructure'), valeur: zCodeDeListe, ...correction }),
  z.strictObject({ champ: z.literal('region'), valeur: zCodeDeListe, ...correction }),
  z.strictObject({ champ: z.literal('parent'), valeur: zParent, ...correction }),
  z.strictObject({ champ: z.literal('capacite'), valeur: zPlaces, ...correction }),
  z.strictObject({ champ: z.literal('capaciteTheorique'), valeur: zPlaces, ...correction }),
  z.strictObject({ champ: z.literal('postesReference'), valeur: zDenombrements, ...correction }),
  z.strictObject({ champ: z.literal('modeles'), valeur: zModeles, ...correction }),
])
export type DemandeCorrection = z.infer<typeof zDemandeCorrection>

const zAvantApres = z.object({ avant: z.number(), apres: z.number() })
/** How many reports, and the numbers of the first ones, the latest month first. */
const zFormulairesTouches = z.object({ nombre: z.number(), numeros: z.array(z.string()) })

/** What a correction changes, or would. */
export const zCorrectionStructure = z
  .object({
    ecrit: z.boolean(),
    /** The record today, as it is once this is done. */
    structure: zStructure,
    /** The periods of the field; nothing is to be done when they are the same. */
    avant: z.array(zPeriodeStructure),
    apres: z.array(zPeriodeStructure),
    /** Structure × model × month, up to the present month. */
    attendus: zAvantApres,
    recus: zAvantApres,
    /** Reports counted in another row: another region, type or regional office. */
    deplaces: zFormulairesTouches,
    /** Open reports, whose computed cells and controls are done again. */
    recalcules: zFormulairesTouches,
    /**
     * Years whose directory is not frozen, with the tables that read what changes: their figures
     * may be other ones. `figees`: of those that are, the edition keeps its figures.
     */
    annees: z.object({
      provisoires: z.array(
        z.object({
          annee: z.number(),
          tables: z.array(z.object({ code: z.string(), titre: z.string() })),
        }),
      ),
      figees: z.array(z.number()),
    }),
    /** To be sent back to write it. */
    empreinte: z.string(),
  })
  .meta({ id: 'CorrectionStructure' })
export type CorrectionStructure = z.infer<typeof zCorrectionStructure>
