import { z } from 'zod'
import { zChamp, zJourSaisi, zNombre } from '../champ.schema.ts'
import { DUREES } from '../modele/rythme.ts'
import { zPeriode } from '../mois.schema.ts'
import { MOIS } from '../mois.ts'
import { zInstant, zJour, zRef } from '../page.ts'
import {
  CHAMPS_PROLONGATION,
  CHAMPS_REOUVERTURE,
  CHAMPS_REPONSE,
  CHAMPS_CALENDRIER as c,
  STRUCTURES_MAX,
  STRUCTURES_TROP,
} from './calendrier.champs.ts'
import { CALENDRIER_PAR_DEFAUT } from './calendrier.rules.ts'
import { FERIES_MAX, fauteFerie } from './feries.rules.ts'

const FERIE = /^(\d{4}-)?(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/

/** What the settings of the calendar may be; what is stored is read under the same rules. */
export const FORMES_CALENDRIER = {
  jourEcheance: zNombre(c.jourEcheance),
  moisVerrou: zNombre(c.moisVerrou),
  fuseau: zChamp(c.fuseau),
  joursFeries: z.array(z.string().regex(FERIE)).max(FERIES_MAX),
  doubleRegard: z.boolean(),
}

export const zReglagesCalendrier = z.object(FORMES_CALENDRIER).meta({ id: 'ReglagesCalendrier' })
export type ReglagesCalendrier = z.infer<typeof zReglagesCalendrier>
export const DEFAUTS_CALENDRIER: ReglagesCalendrier = {
  ...CALENDRIER_PAR_DEFAUT,
  joursFeries: [],
  doubleRegard: true,
}

/** The start of the collection (docs/decisions/0095); null: it has none yet. */
export const FORMES_DEBUT = {
  debutCollecte: z
    .string()
    .regex(
      /^(20\d{2}|2100)-(0[1-9]|1[0-2])$/,
      'Choisissez un mois, de 2000 à 2100. Exemple\u00a0: 2026-01.',
    )
    .nullable(),
}
export const zDebut = z.object(FORMES_DEBUT).meta({ id: 'DebutCollecte' })
export type DebutCollecte = z.infer<typeof zDebut>
export const DEFAUTS_DEBUT: DebutCollecte = { debutCollecte: null }

/** Reports of months that have begun: expected, and those of them that are late. */
const zCompteDebut = z.object({ attendus: z.number(), enRetard: z.number() })

/** What another start would change, before it is recorded. */
export const zApercuDebut = z
  .object({
    avant: zCompteDebut,
    apres: zCompteDebut,
    /** Reports that it would leave out, for which it is refused; the month of the oldest. */
    exclus: z.number(),
    premierExclu: z.string().nullable(),
  })
  .meta({ id: 'ApercuDebut' })
export type ApercuDebut = z.infer<typeof zApercuDebut>

/** Due dates that are kept (`Calendrier`), as they are stored. */
export const zEcheances = z.record(z.string().regex(/^\d{4}-\d{2}$/), zJour)

/** The same as one sends them: each holiday exists, and is told once; kept in order. */
export const zCalendrierVoulu = zReglagesCalendrier.extend({
  joursFeries: z
    .array(z.string().max(10, 'Donnez une date. Exemple\u00a0: 2026-05-01, ou 05-01 chaque année.'))
    .max(FERIES_MAX, `Gardez au plus ${FERIES_MAX} jours fériés.`)
    .superRefine((feries, ctx) => {
      for (const [rang, ferie] of feries.entries()) {
        const message = fauteFerie(ferie, feries.toSpliced(rang, 1))
        if (message) ctx.addIssue({ code: 'custom', path: [rang], message })
      }
    })
    .transform((feries) => feries.toSorted()),
})

const zMois = z.enum(MOIS)
const zNom = z.string().nullable()

/** Open; past its last day; ended before it by somebody. Computed, never stored. */
export const ETATS_REOUVERTURE = ['OUVERTE', 'ECHUE', 'TERMINEE'] as const
export type EtatReouverture = (typeof ETATS_REOUVERTURE)[number]
export const LIBELLES_ETATS_REOUVERTURE: Record<EtatReouverture, string> = {
  OUVERTE: 'Ouverte',
  ECHUE: 'Échue',
  TERMINEE: 'Terminée',
}

/** A month opened again for a structure. */
export const zReouverture = z
  .object({
    id: z.number(),
    structure: zRef,
    mois: zMois,
    annee: z.number(),
    /** Last day, included; null: no end was set, before this was done on a screen. */
    jusqua: zJour.nullable(),
    motif: z.string(),
    etat: z.enum(ETATS_REOUVERTURE),
    rouverteLe: zInstant,
    rouvertePar: zNom,
    termineeLe: zInstant.nullable(),
    termineePar: zNom,
    actions: z.array(z.enum(['terminer'])),
  })
  .meta({ id: 'Reouverture' })
export type Reouverture = z.infer<typeof zReouverture>

/** One month for one structure or several. */
export const zRouvrir = z
  .object({
    structures: z
      .array(z.string().max(60))
      .min(1, CHAMPS_REOUVERTURE.structures.requis)
      .max(STRUCTURES_MAX, STRUCTURES_TROP),
    ...zPeriode.shape,
    jusqua: zJourSaisi,
    motif: zChamp(CHAMPS_REOUVERTURE.motif),
  })
  .meta({ id: 'Rouvrir' })

/** What a reopening would do: for whom it is possible, and of each other why it is not. */
export const zApercuReouverture = z.object({
  possibles: z.array(zRef),
  ecartees: z.array(z.object({ structure: zRef, code: z.string(), libelle: z.string() })),
})
export type ApercuReouverture = z.infer<typeof zApercuReouverture>

export const ETATS_PROLONGATION = ['EN_ATTENTE', 'ACCORDEE', 'REFUSEE'] as const
export type EtatProlongation = (typeof ETATS_PROLONGATION)[number]
export const LIBELLES_ETATS_PROLONGATION: Record<EtatProlongation, string> = {
  EN_ATTENTE: 'En attente',
  ACCORDEE: 'Accordée',
  REFUSEE: 'Refusée',
}

/** More time, as the structure that asked for it follows it. */
const zSaDemande = z.object({
  etat: z.enum(ETATS_PROLONGATION),
  motif: z.string(),
  demandeeLe: zInstant,
  decideeLe: zInstant.nullable(),
  /** Until when it was granted. */
  jusqua: zJour.nullable(),
  /** Why it was refused. */
  reponse: z.string().nullable(),
})

/** The same as who answers reads it. */
export const zProlongation = zSaDemande
  .extend({
    id: z.number(),
    structure: zRef,
    mois: zMois,
    annee: z.number(),
    demandeePar: zNom,
    decideePar: zNom,
    /** Last day of entry as it stands, and the one that is proposed. */
    clotureLe: zJour,
    proposee: zJour,
    actions: z.array(z.enum(['accorder', 'refuser'])),
  })
  .meta({ id: 'Prolongation' })
export type Prolongation = z.infer<typeof zProlongation>

export const zDemander = z.object({
  structure: z.string().max(60),
  ...zPeriode.shape,
  motif: zChamp(CHAMPS_PROLONGATION.motif),
})
export const zAccorder = z.object({ jusqua: zJourSaisi })
export const zRefuser = z.object({ reponse: zChamp(CHAMPS_REPONSE.reponse) })

/** A month that closes soon, is closed, or is open again, for one structure. */
export const zMoisClos = z
  .object({
    mois: zMois,
    annee: z.number(),
    /** How many months the reports that it expects cover; none: it expects none any more. */
    couverts: z.array(z.literal(DUREES)),
    etat: z.enum(['PROCHE', 'CLOSE', 'ROUVERTE']),
    /** Its last day of entry. */
    le: zJour,
    prolongation: zSaDemande.nullable(),
    actions: z.array(z.enum(['demander'])),
  })
  .meta({ id: 'MoisClos' })
export type MoisClos = z.infer<typeof zMoisClos>
